package Tally;

# The harness of "prove" with more at the end: of each test program that
# failed the lines around what failed and the last it said, then one line
# "N passed, N failed". A program counts as one failure when it failed in no
# single test but as a whole: a wrong exit status, a missing plan, nothing
# printed at all.

use strict;
use warnings;
use parent 'TAP::Harness';

# Lines that are shown of a program, and of these the last ones.
use constant { SHOWN => 40, LAST => 10 };
use constant TIMED_OUT => 124; # timeout(1)

sub new {
	my ($class, @args) = @_;
	my $self = $class->SUPER::new(@args);

	$self->{tally_said} = {};
	$self->callback(
		made_parser => sub {
			my ($parser, $job) = @_;
			my $said = $self->{tally_said}{$job->[0]} = [];

			$parser->callback(ALL => sub {
				push @$said, [$_[0]->as_string, is_bad($_[0])];
			});
		});
	return $self;
}

sub is_bad {
	my ($line) = @_;

	return $line->is_test && !$line->is_ok;
}

# What failed with the comments behind it, and the last lines.
sub telling {
	my ($said) = @_;
	my (@text, $bad);

	for my $i (0 .. $#$said) {
		my ($line, $is_bad) = @{ $said->[$i] };

		$bad = $is_bad || ($bad && $line =~ /^#/);
		push @text, $line if $bad || $i > $#$said - LAST;
	}
	splice @text, SHOWN - LAST, -(LAST), '[...]' if @text > SHOWN;
	return @text;
}

sub summary {
	my ($self, $agg, @rest) = @_;
	my ($passed, $failed) = (0, 0);

	$self->SUPER::summary($agg, @rest);
	for my $name ($agg->descriptions) {
		my ($parser) = $agg->parsers($name);
		my $bad = $parser->failed;

		$passed += $parser->passed;
		$failed += $bad;
		next unless $parser->has_problems;
		$failed++ unless $bad;
		print "\n$name",
		    $parser->exit == TIMED_OUT ? ": took too long" : '', "\n";
		print "    $_\n" for telling($self->{tally_said}{$name} || []);
	}
	print "$passed passed, $failed failed\n";
}

1;
