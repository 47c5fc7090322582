#!/usr/bin/perl
# A terminal program on a string: writes down every line it reads (and every interrupt), as JSON, to its first argument,
# and runs the commands that come over the socket named by its second, in its own terminal and environment. Perl, because
# it is there wherever git is, and starts in a tenth of the time that Node takes.
#
# An order is NUL-separated: the number of arguments, the arguments, the number of environment settings, the settings, the
# input; the sender then closes its side. The answer is a line "<exit code, or -> <bytes of stdout>", stdout, stderr.
use strict;
use warnings;
use Socket qw(AF_UNIX SOCK_STREAM SOMAXCONN pack_sockaddr_un);

my ($file, $control) = @ARGV;
$SIG{INT} = sub { note('<interrupt>') };
$SIG{PIPE} = 'IGNORE';
$SIG{CHLD} = 'IGNORE';

# A socket can be seen before it takes connections: it gets its name when it does.
socket(my $server, AF_UNIX, SOCK_STREAM, 0) or die "socket: $!";
bind($server, pack_sockaddr_un("$control.new")) or die "bind: $!";
listen($server, SOMAXCONN) or die "listen: $!";
rename("$control.new", $control) or die "rename: $!";

my $rest = '';
my $isOpen = 1;
for (;;) {
  my $ready = readable($server, $isOpen ? \*STDIN : ());
  take_order() if $ready->{fileno($server)};
  next unless $isOpen && $ready->{0};
  my $bytes = sysread(STDIN, $rest, 65536, length $rest);
  next unless defined $bytes;
  $isOpen = $bytes > 0;
  note($1) while $rest =~ s/^([^\n]*)\n//;
}

# Which of the handles have something to read; none of them after a signal.
sub readable {
  my $bits = '';
  vec($bits, fileno($_), 1) = 1 for @_;
  my $count = select(my $ready = $bits, undef, undef, undef);
  return {} if $count <= 0;
  return { map { fileno($_) => vec($ready, fileno($_), 1) } @_ };
}

sub note {
  my ($line) = @_;
  $line =~ s/(["\\])/\\$1/g;
  $line =~ s/([\x00-\x1f\x7f])/sprintf('\\u%04x', ord $1)/ge;
  open(my $out, '>>', $file) or die "$file: $!";
  syswrite($out, "\"$line\"\n");
  close($out);
}

sub take_order {
  accept(my $client, $server) or return;
  my $pid = fork;
  if (!defined $pid || $pid) {
    close($client);
    return;
  }
  # An interrupt is for the program and for the command, not for this process between them.
  $SIG{INT} = sub { };
  $SIG{CHLD} = 'DEFAULT';
  close($server);
  my $order = '';
  while (sysread($client, $order, 65536, length $order)) { }
  my @words = split(/\0/, $order, -1);
  my @argv = splice(@words, 0, 1 + $words[0]);
  my @env = splice(@words, 0, 1 + $words[0]);
  shift @argv;
  shift @env;
  my ($code, $stdout, $stderr) = run(\@argv, \@env, join("\0", @words));
  send_all($client, "$code " . length($stdout) . "\n$stdout$stderr");
  exit 0;
}

sub run {
  my ($argv, $env, $input) = @_;
  my @pipes = map { pipe(my $from, my $to) or die "pipe: $!"; [$from, $to] } 0 .. 2;
  my $pid = fork // die "fork: $!";
  if ($pid == 0) {
    open(STDIN, '<&', $pipes[0][0]);
    open(STDOUT, '>&', $pipes[1][1]);
    open(STDERR, '>&', $pipes[2][1]);
    close($_) for map { @$_ } @pipes;
    $SIG{PIPE} = 'DEFAULT';
    /^([^=]*)=(.*)$/s and $ENV{$1} = $2 for @$env;
    { no warnings; exec { $argv->[0] } @$argv; }
    syswrite(STDERR, "$argv->[0]: $!");
    require POSIX;
    POSIX::_exit(127);
  }
  close($pipes[0][0]);
  close($_->[1]) for @pipes[1, 2];
  # By a process of its own: the command may print before it has read everything.
  if (length $input && !fork) {
    send_all($pipes[0][1], $input);
    exit 0;
  }
  close($pipes[0][1]);
  my ($stdout, $stderr) = map { { handle => $_->[0], text => '', isOpen => 1 } } @pipes[1, 2];
  while (my @open = grep { $_->{isOpen} } $stdout, $stderr) {
    my $ready = readable(map { $_->{handle} } @open);
    for my $stream (grep { $ready->{fileno($_->{handle})} } @open) {
      my $bytes = sysread($stream->{handle}, $stream->{text}, 65536, length $stream->{text});
      $stream->{isOpen} = !defined $bytes || $bytes > 0;
    }
  }
  waitpid($pid, 0);
  my $code = $? & 127 ? '-' : $? >> 8;
  return ($code, $stdout->{text}, $stderr->{text});
}

sub send_all {
  my ($handle, $bytes) = @_;
  while (length $bytes) {
    my $sent = syswrite($handle, $bytes);
    return unless defined $sent;
    substr($bytes, 0, $sent) = '';
  }
}
