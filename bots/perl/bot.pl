#!/usr/bin/env perl
# A greedy Fájer player in Perl, with core modules only: JSON lines.
#
#   Run:    perl bot.pl             (nothing to build; it waits for the referee's hello)
#   Check:  fajer check bots/perl
#   Play:   fajer match bots/perl greedy
use strict;
use warnings;
use JSON::PP;
use List::Util qw(first max);

my $RANKS  = '789XUOKA';
my %POINTS = (7 => 7, 8 => 8, 9 => 9, X => 10, U => 10, O => 10, K => 10, A => 11);

# How good a hand is, as one number: its worth first, which rank three of a rank have next,
# and between equals the most points in one suit.
sub value {
    my (%ranks, %suits);
    for my $card (@_) {
        my ($rank, $suit) = split //, $card;
        $ranks{$rank}++;
        $suits{$suit} += $POINTS{$rank};
    }
    my $best   = max(values %suits);
    my $aces   = $ranks{A} // 0;
    my $triple = first { $ranks{$_} == 3 } keys %ranks;

    return 33_000 + $best if $aces == 3;
    return 30_500 + 50 * index($RANKS, $triple) + $best if defined $triple;
    return 22_000 + $best if $aces == 2;
    return ($best >= 21 ? 1000 * $best : 0) + $best;    # 21: ace and ten; above: three of a suit
}

# The hand that an action leaves.
sub after {
    my ($action, $hand, $common) = @_;
    my ($word, $own, $other) = split ' ', $action;
    return @$common if $word eq 'take';
    return map { $_ eq $own ? $other : $_ } @$hand if $word eq 'swap';
    return @$hand;
}

# The exchange that leaves the best hand; if none is better than this one, lay, or go.
sub choose {
    my ($view, @legal) = @_;
    my ($hand, $common) = @$view{qw(hand common)};
    my %is_legal = map { $_ => 1 } @legal;
    my $now = value(@$hand);
    return $is_legal{put} && $now < 21_000 ? 'put' : 'keep' if $view->{phase} eq 'open';

    my %value = map { $_ => value(after($_, $hand, $common)) } @legal;
    my $highest = max(values %value);
    if ($highest <= $now) {
        for my $calm (qw(lay go)) { return $calm if $is_legal{$calm} }
    }
    return first { $value{$_} == $highest } @legal;
}

sub send_message {
    print encode_json({@_}), "\n";
}

$| = 1;    # every answer leaves at once
while (my $line = <STDIN>) {
    my $message = decode_json($line);
    my $type    = $message->{type};
    if ($type eq 'hello') {
        send_message(type => 'hello', protocol => 1, name => 'perl');
    }
    elsif ($type eq 'act') {
        my $action = choose($message->{view}, @{ $message->{legal} });
        send_message(type => 'act', id => $message->{id}, action => $action);
    }
    elsif ($type eq 'bye') {
        last;
    }
    # start and end need no answer, nor does anything that later versions may send.
}
