#!/usr/bin/env bash
# A greedy Fájer player in bash (4.0 or newer): JSON lines, and no other program started.
# It has no JSON parser: it looks for "key": in the message, which is enough for this protocol.
#
#   Run:    bash bot.sh             (nothing to build; it waits for the referee's hello)
#   Check:  fajer check bots/shell
#   Play:   fajer match bots/shell greedy
LC_ALL=C
set -f

ranks=789XUOKA
declare -A points=([7]=7 [8]=8 [9]=9 [X]=10 [U]=10 [O]=10 [K]=10 [A]=11)

# value CARD CARD CARD: sets `value` to how good the hand is: a thousand for each point of
# its worth, then which rank three of a rank have, then the most points in one suit.
value() {
  local -A suits=()
  local card before aces=0 best=0
  for card; do
    [[ $card == A* ]] && ((aces += 1))
    ((suits[${card:1}] += points[${card:0:1}]))
    ((suits[${card:1}] > best)) && best=${suits[${card:1}]}
  done
  if ((aces == 3)); then
    value=33000
  elif [[ ${1:0:1} == "${2:0:1}" && ${2:0:1} == "${3:0:1}" ]]; then
    before=${ranks%%"${1:0:1}"*}
    value=$((30500 + 50 * ${#before}))
  elif ((aces == 2)); then
    value=22000
  elif ((best >= 21)); then
    value=$((1000 * best)) # 21 is an ace and a ten; above, three cards of a suit
  else
    value=0
  fi
  ((value += best))
}

# list KEY: sets `list` to the texts in the first list of that name in `message`.
list() {
  local pattern="\"$1\"[[:space:]]*:[[:space:]]*\[([^]]*)]" IFS='"' parts=() i
  list=()
  [[ $message =~ $pattern ]] || return
  parts=(${BASH_REMATCH[1]}) # cut at the quotes, so every second part is a text
  for ((i = 1; i < ${#parts[@]}; i += 2)); do list+=("${parts[i]}"); done
}

# field KEY: sets `field` to the first number or word of that name in `message`.
field() {
  local pattern="\"$1\"[[:space:]]*:[[:space:]]*\"?([0-9a-z]*)"
  [[ $message =~ $pattern ]]
  field=${BASH_REMATCH[1]}
}

# choose: sets `choice` to the exchange that leaves the best hand; if none is better than
# this one, lay, or go.
choose() {
  local hand common legal action now highest=-1
  list hand && hand=("${list[@]}")
  list common && common=("${list[@]}")
  list legal && legal=("${list[@]}")
  value "${hand[@]}"
  now=$value

  field phase
  if [[ $field == open ]]; then
    choice=keep
    [[ " ${legal[*]} " == *" put "* ]] && ((now < 21000)) && choice=put
    return
  fi
  for action in "${legal[@]}"; do
    case $action in
      swap*) value "${hand[@]/${action:5:2}/${action:8:2}}" ;; # swap 7p Az: own, common
      take) value "${common[@]}" ;;
      *) value=$now ;;
    esac
    ((value > highest)) && highest=$value choice=$action
  done
  ((highest > now)) && return
  for action in go lay; do
    [[ " ${legal[*]} " == *" $action "* ]] && choice=$action
  done
}

while IFS= read -r message; do
  field type
  case $field in
    hello) echo '{"type":"hello","protocol":1,"name":"shell"}' ;;
    act)
      choose
      field id
      echo "{\"type\":\"act\",\"id\":$field,\"action\":\"$choice\"}"
      ;;
    bye) exit 0 ;;
    # start and end need no answer, nor does anything that later versions may send.
  esac
done
exit 0
