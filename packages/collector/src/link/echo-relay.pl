#!/usr/bin/perl
# Answers ICMP echo requests in place of the kernel, each later by a delay of its own or never. For tests: Node has no raw
# sockets, and perl-base is on every Debian. Writes a line a request: address, sequence, held milliseconds or "lost".
# Arguments: base delay, spread (both in milliseconds), loss (per cent), seed.
use strict;
use warnings;
use Socket;
use Time::HiRes qw(time);
$| = 1;
my ($base, $spread, $loss, $seed) = @ARGV;
srand($seed);
socket(my $raw, AF_INET, SOCK_RAW, 1) or die "socket: $!";
setsockopt($raw, SOL_SOCKET, SO_RCVBUF, 4 << 20);
# On a busy machine it must not hold packets for longer than it says.
setpriority(0, 0, -15);
my @held;
print "ready\n";
while (1) {
  my $wait = @held ? $held[0][0] - time() : 60;
  my $read = '';
  vec($read, fileno($raw), 1) = 1;
  if ($wait > 0 && select($read, undef, undef, $wait) > 0) {
    my $from = recv($raw, my $packet, 65535, 0) or next;
    my $at = arrival();
    my $icmp = substr($packet, 4 * (ord($packet) & 15));
    my ($type, $code, $sum, $id, $sequence) = unpack('C C n n n', $icmp);
    next if $type != 8;
    # The address that was asked answers: replies of a raw socket leave from the route's own otherwise.
    my $asked = inet_ntoa(substr($packet, 16, 4));
    if (rand(100) < $loss) {
      print "$asked $sequence lost\n";
      next;
    }
    my $until = $at + ($base + rand($spread)) / 1000;
    my $answer = reply($icmp);
    @held = sort { $a->[0] <=> $b->[0] } @held, [$until, $at, $from, $answer, "$asked $sequence"];
  }
  while (@held && $held[0][0] <= time()) {
    my (undef, $at, $to, $answer, $name) = @{ shift @held };
    send($raw, $answer, 0, $to);
    printf "%s %.3f\n", $name, 1000 * (time() - $at);
  }
}

# When the kernel took the packet in (SIOCGSTAMP of Linux, with a 64-bit timeval).
sub arrival {
  my $stamp = "\0" x 16;
  return time() unless ioctl($raw, 0x8906, $stamp);
  my ($seconds, $micro) = unpack('q q', $stamp);
  return $seconds + $micro / 1e6;
}

# The request with the type of a reply and its checksum (RFC 792, RFC 1071).
sub reply {
  my $bare = pack('C C n', 0, 0, 0) . substr($_[0], 4);
  my $sum = 0;
  $sum += $_ for unpack('n*', length($bare) % 2 ? "$bare\0" : $bare);
  $sum = ($sum & 0xffff) + ($sum >> 16) while $sum >> 16;
  return pack('C C n', 0, 0, ~$sum & 0xffff) . substr($bare, 4);
}
