//! A greedy Fájer player in Rust, with the standard library only: JSON lines.
//!
//!   Build:  rustc --edition 2021 -O -o bot bot.rs
//!   Check:  fajer check bots/rust
//!   Play:   fajer match bots/rust greedy

use std::io::{self, BufRead, Write};

/// A JSON value that points into its message. Texts keep their escapes, which no card has;
/// numbers, true, false and null stay as they are written.
enum Json<'a> {
    Text(&'a str),
    Plain(&'a str),
    List(Vec<Json<'a>>),
    Map(Vec<(&'a str, Json<'a>)>),
}

impl<'a> Json<'a> {
    /// The value of a key; null for a key that is not there.
    fn get(&self, key: &str) -> &Json<'a> {
        let Json::Map(pairs) = self else { return &Json::Plain("null") };
        pairs.iter().find(|pair| pair.0 == key).map_or(&Json::Plain("null"), |pair| &pair.1)
    }

    fn text(&self) -> &'a str {
        match self {
            Json::Text(text) | Json::Plain(text) => text,
            _ => "",
        }
    }

    fn texts(&self) -> Vec<&'a str> {
        let Json::List(items) = self else { return Vec::new() };
        items.iter().map(|item| item.text()).collect()
    }
}

/// Takes one JSON value off the front of `rest`.
fn parse<'a>(rest: &mut &'a str) -> Json<'a> {
    *rest = rest.trim_start();
    match rest.as_bytes().first() {
        Some(b'"') => {
            let bytes = rest.as_bytes();
            let mut end = 1;
            while end < bytes.len() && bytes[end] != b'"' {
                end += if bytes[end] == b'\\' { 2 } else { 1 };
            }
            let text = &rest[1..end];
            *rest = &rest[end + 1..];
            Json::Text(text)
        }
        Some(b'[') => {
            let mut items = Vec::new();
            while more(rest, ']') {
                items.push(parse(rest));
            }
            Json::List(items)
        }
        Some(b'{') => {
            let mut pairs = Vec::new();
            while more(rest, '}') {
                let key = parse(rest).text();
                *rest = rest.trim_start().trim_start_matches(':');
                pairs.push((key, parse(rest)));
            }
            Json::Map(pairs)
        }
        _ => {
            let end = rest.find([',', ']', '}']).unwrap_or(rest.len());
            let plain = &rest[..end];
            *rest = &rest[end..];
            Json::Plain(plain.trim_end())
        }
    }
}

/// Steps over an opening bracket, a comma or the closing bracket; true if an item stands behind.
fn more(rest: &mut &str, close: char) -> bool {
    *rest = rest.trim_start();
    if !rest.starts_with(close) {
        *rest = rest.get(1..).unwrap_or("").trim_start();
    }
    let closed = rest.starts_with(close);
    if closed {
        *rest = &rest[1..];
    }
    !closed && !rest.is_empty()
}

/// How good a hand is: twice its worth, which rank three of a rank have, the most points in a suit.
fn value(hand: &[&str]) -> (u32, usize, u32) {
    let rank = |i: usize| "789XUOKA".find(&hand[i][..1]).unwrap_or(0);
    let points = |i: usize| [7, 8, 9, 10, 10, 10, 10, 11][rank(i)];
    let same_suit = |i: usize| (0..3).filter(move |&j| hand[j][1..] == hand[i][1..]);
    let best = (0..3).map(|i| same_suit(i).map(points).sum()).max().unwrap_or(0);
    let triple = if (1..3).all(|i| rank(i) == rank(0)) { rank(0) + 1 } else { 0 };
    let worth = match (0..3).filter(|&i| rank(i) == 7).count() {
        3 => 66, // three aces
        2 => 44,
        _ if triple > 0 => 61,
        _ if best >= 21 => 2 * best, // 21 is an ace and a ten; above, three cards of a suit
        _ => 0,
    };
    (worth, triple, best)
}

/// The exchange that leaves the best hand; if none is better than this one, lay, or go.
fn choose<'a>(view: &Json<'a>, legal: &[&'a str]) -> &'a str {
    let hand = [0, 1, 2].map(|i| view.get("hand").texts()[i]);
    let now = value(&hand);
    if view.get("phase").text() == "open" {
        return if legal.contains(&"put") && now.0 < 42 { "put" } else { "keep" };
    }
    let after = |action: &str| match action.split(' ').collect::<Vec<_>>()[..] {
        ["take"] => value(&view.get("common").texts()),
        ["swap", own, other] => value(&hand.map(|card| if card == own { other } else { card })),
        _ => now,
    };
    // max_by_key takes the last of equals; we want the first.
    let best = legal.iter().rev().max_by_key(|action| after(action)).unwrap_or(&"lay");
    if after(best) > now {
        return best;
    }
    ["lay", "go"].into_iter().find(|calm| legal.contains(calm)).unwrap_or(best)
}

fn main() -> io::Result<()> {
    let mut out = io::stdout(); // writes a line when it ends
    for line in io::stdin().lock().lines() {
        let line = line?;
        let message = parse(&mut line.as_str());
        match message.get("type").text() {
            "hello" => writeln!(out, r#"{{"type":"hello","protocol":1,"name":"rust"}}"#)?,
            "act" => {
                let id = message.get("id").text();
                let action = choose(message.get("view"), &message.get("legal").texts());
                writeln!(out, r#"{{"type":"act","id":{id},"action":"{action}"}}"#)?;
            }
            "bye" => break,
            _ => {} // start, end, and whatever later versions may send
        }
    }
    Ok(())
}
