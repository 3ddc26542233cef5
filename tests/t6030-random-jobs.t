#!/bin/bash
# Random jobs beside a model of DISP: steps with dispositions of every kind on
# few data sets, some that abend, some that cannot be allocated; passed data
# sets that are received or not. After each job the catalog has what the model
# says, and each step ended as it says. The model was written from SA23-1385,
# "DISP parameter", apart from jcl/disp.c. CATAMOUNT_SEED repeats a run.
. "$(dirname "$0")/support/tap.sh"
. "$top/tests/support/jobs.sh"
seed=${CATAMOUNT_SEED:-$RANDOM}
jobs=${CATAMOUNT_LONG:+400}
diag "seed $seed"

cat >model.pl <<'E'
use strict;
use warnings;
my ($seed, $jobs) = @ARGV;
srand($seed);
my %exists;
my @names = map { "RANDOM.$_" } qw(A B C D);
sub pick { return $_[int rand @_] }
open(my $jcl, '>', 'random.jcl') or die;
open(my $want, '>', 'wanted') or die;

# What a DD asks for when its step ends, and when it does not end well.
sub ends {
	my ($d) = @_;
	my $made = $d->{new} || $d->{ours};
	my $normal = $d->{normal} || ($made ? 'DELETE' : 'KEEP');
	my $abnormal = $d->{abnormal} || $d->{normal} ||
	    ($made ? 'DELETE' : 'KEEP');
	$abnormal = $made ? 'DELETE' : 'KEEP' if $abnormal eq 'PASS';
	return ($normal, $abnormal);
}

for my $j (1 .. $jobs) {
	my (%passed, @outcome);
	my ($abended, $failed) = (0, 0);
	printf $jcl "//R%-7d JOB 1,MSGLEVEL=(1,1)\n", $j;
	for my $s (1 .. 1 + int rand 5) {
		my $bad = rand() < 0.15;
		my $cond = pick('', '', '', ',COND=EVEN', ',COND=ONLY');
		printf $jcl "//S%-7d EXEC PGM=%s%s\n", $s,
		    $bad ? 'NONE' : 'IEFBR14', $cond;
		my (@dds, %seen);
		for my $name (@names) {
			next if rand() < 0.45;
			my $status = pick(qw(NEW NEW OLD OLD SHR MOD));
			# mostly what can be: the rest are JCL errors
			if (rand() < 0.85) {
				$status = 'OLD'
				    if $status eq 'NEW' && $exists{$name};
				$status = 'NEW'
				    if $status =~ /OLD|SHR/ && !$exists{$name};
			}
			my $normal =
			    pick('', qw(KEEP CATLG DELETE PASS PASS));
			my $abnormal = pick('', '', qw(KEEP CATLG DELETE));
			push @dds, {name => $name, status => $status,
			    normal => $normal, abnormal => $abnormal};
			my $disp = "$status,$normal,$abnormal";
			$disp =~ s/,+$//;
			printf $jcl "//D%-7d DD DSN=%s,DISP=(%s),\n" .
			    "//            SPACE=(TRK,1),RECFM=FB,LRECL=80\n",
			    scalar @dds, $name, $disp;
		}
		my $runs = !$failed && ($cond eq ',COND=EVEN' ||
		    ($cond eq ',COND=ONLY') == $abended);
		if (!$runs) {
			push @outcome, 'flushed';
			next;
		}
		# allocation, in order
		my ($error, @got) = (0);
		for my $d (@dds) {
			my $there = $exists{$d->{name}};
			$d->{new} = $d->{status} eq 'NEW' ||
			    ($d->{status} eq 'MOD' && !$there);
			if ($d->{new} ? $there : !$there) {
				$error = 1;
				last;
			}
			$exists{$d->{name}} = 1 if $d->{new};
			$d->{ours} = $passed{$d->{name}} &&
			    $passed{$d->{name}}{ours};
			push @got, $d;
		}
		if ($error) {
			push @outcome, 'not allocated';
			delete $exists{$_->{name}}
			    for grep { $_->{new} } @got;
			# what was ours waits on; what was not is as it was
			delete $passed{$_->{name}}
			    for grep { !$_->{ours} } @got;
			for my $d (grep { $_->{ours} } @got) {
				$passed{$d->{name}} = {%$d, ours => 1};
			}
			$failed = 1;
			next;
		}
		push @outcome, $bad ? 'abended' : 'ended';
		$abended = 1 if $bad;
		for my $d (@got) {
			my ($normal, $abnormal) = ends($d);
			my $what = $bad ? $abnormal : $normal;
			if ($what eq 'PASS') {
				$passed{$d->{name}} = {%$d,
				    ours => $d->{new} || $d->{ours}};
				next;
			}
			delete $passed{$d->{name}};
			delete $exists{$d->{name}} if $what eq 'DELETE';
		}
	}
	# what nobody received
	for my $name (keys %passed) {
		my $d = $passed{$name};
		my $what = $d->{ours} ? 'DELETE' : 'KEEP';
		$what = $d->{abnormal}
		    if ($abended || $failed) && $d->{abnormal};
		delete $exists{$name} if $what eq 'DELETE';
	}
	# the catalog is looked at when the job has ended
	printf $jcl "//L%-7d JOB 1\n//A        EXEC PGM=IDCAMS\n" .
	    "//SYSPRINT DD SYSOUT=*\n//SYSIN    DD *\n" .
	    "  LISTCAT LEVEL(RANDOM) NAME\n", $j;
	print $want "R$j ", join(',', @outcome), ' ',
	    join(',', sort keys %exists), "\n";
}
E
perl model.pl "$seed" "${jobs:-60}"
"$jclrun" --format json random.jcl >out 2>err
# Each job's steps, and the names that the LISTCAT behind it has.
jq -r 'select(.name[0:1] == "R") | .name + " " + .id + " " +
    ([.steps[].state] | join(","))' out >steps
while read -r name id states; do
	next=$(printf 'JOB%05d' $((10#${id#JOB} + 1)))
	names=$("$jclrun" show "$next" sysprint | grep -oE 'RANDOM\.[A-D]$' |
	    sort | paste -sd,)
	echo "$name $states $names"
done <steps >got
is "$(wc -l <got)" "${jobs:-60}" "all jobs ran"
diff wanted got >differs
is "$(head -n 6 differs)" "" "steps and catalog are the model's (seed $seed)"
ok "steps of every fate were among them" \
    bash -c 'for f in ended abended flushed "not allocated"; do
	grep -q "$f" wanted || exit 1; done'
is "$(grep -c 'NOT DELETED\|NOT ROLLED' <("$jclrun" show 1))" 0 "nothing is in the way"
finish
