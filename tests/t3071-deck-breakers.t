#!/bin/bash
# What real decks have in them that a naive reader breaks on, each run from its
# cards to what it does: comments in odd places, null THEN clauses, text
# outside the margins, words in unusual order, obsolete parameters. Rules:
# MVS 3.8's IDCRI01; the decks are of our own making.
. "$(dirname "$0")/support/tap.sh"
export CATAMOUNT_CLOCK=2022-09-01T15:36:44

# deck CODE TITLE: runs standard input's deck.
deck() {
	cat >deck
	run "$1" "$2" "$idcams" --asa --no-pages deck
}
# value COMPONENT LABEL: of LISTCAT ALL.
value() {
	"$idcams" --no-pages -e "LISTCAT ENTRIES($1) ALL" 2>err |
	    grep -oE "(^| )$2-*[A-Z0-9]+" | head -1 | sed -E "s|^ *$2-*||"
}
ids() { # the messages of out but those that end things, in order
	grep -oE '^.IDC[0-9]+I' out | cut -c2- |
	    grep -vE 'IDC(0508|0509|0512|0181)I' | tr '\n' ' '
}

deck 0 "comments before, within and behind a command" <<'END'
  /* PARM GRAPHICS(CHAIN(TN)) */
  /* THE NEXT ONE -
     IS LONG */
  DEFINE CLUSTER ( /* NAME */ NAME(A.K) /* AND -
     MORE */ TRK (1,3) /* SPACE */ -
     /* ALONE ON ITS CARD */ -
     KEYS (10,0),RECORDSIZE(80 120)-
     SHAREOPTIONS(3) -
     )-
     DATA(NAME(OTHER.NAME) CISZ(8000)) /* LAST
END
is "$(value OTHER.NAME KEYLEN) $(value OTHER.NAME AVGLRECL) $(
    value OTHER.NAME MAXLRECL) $(value OTHER.NAME CISIZE)" "10 80 120 8192" \
    "lists with commas, glued hyphens; 8000 is rounded up"
like "$("$idcams" --no-pages -e 'LISTCAT ENTRIES(OTHER.NAME) ALL')" \
    'SHROPTNS\(3,3\)' "SHAREOPTIONS(3) leaves the second at 3"

deck 0 "keys, lengths and CISZ at the data level" <<'END'
  DEFINE CL(NAME(A.LEVEL) TRK(1 1) SHR(2)) -
    DATA(NAME(A.LEVEL.D) KEYS(5 3) RECSZ(50 90) CISZ(2048)) -
    INDEX(NAME(A.LEVEL.I) CISZ(1024))
END
is "$(value A.LEVEL.D KEYLEN) $(value A.LEVEL.D RKP) $(
    value A.LEVEL.D MAXLRECL) $(value A.LEVEL.D CISIZE) $(
    value A.LEVEL.I CISIZE)" "5 3 90 2048 1024" "have their effect"

deck 0 "obsolete parameters and passwords are accepted" <<'END'
  DEFINE CLUSTER(NAME(A.OLD/MASTER) UNIQUE IMBED REPLICATE SPEED -
    MASTERPW(M) UPDPW(U) BUFFERSPACE(40000) FOR(30) TRK(1 1) -
    RECSZ(80 80) KEYS(4 0)) CATALOG(CATALOG.MASTER/SECRET)
END
deck 0 "CATALOG stands in front of the object as well" <<'END'
  DEFINE CAT(CATALOG.MASTER) NONVSAM(NAME(A.NV) DEVT(3390) VOL(RES001))
END
is "$(value A.NV VOLSER)" RES001 "and the entry is there"

# A THEN that ends its card is a null clause: what follows is unconditional.
deck 0 "IF ... THEN alone, then a command" <<'END'
  DELETE A.NONE
  IF LASTCC = 0 THEN
    SET MAXCC = 0
END
deck 0 "IF ... THEN alone, then DO and END" <<'END'
  DELETE A.NONE
  IF LASTCC = 99 THEN
  DO
    SET MAXCC = 0
  END
END
is "$(ids)" "IDC3012I IDC3009I IDC0551I IDC0001I IDC0002I " \
    "is no error, and SET is done"
deck 8 "with a mark it is conditional" <<'END'
  DELETE A.NONE
  IF LASTCC = 99 THEN -
  DO
    SET MAXCC = 0
  END
END
deck 4 "nested IF and ELSE bind to the nearest" <<'END'
  DELETE A.NONE
  IF LASTCC = 8 THEN -
    IF MAXCC > 8 THEN -
      SET MAXCC = 12
    ELSE -
      SET MAXCC = 4
END
deck 8 "text behind DO is lost" <<'END'
  DELETE A.NONE
  IF MAXCC = 8 THEN DO SET MAXCC = 0
  END
END
deck 16 "SET without its equal sign ends the stream" <<'END'
  SET LASTCC 0
  DELETE A.OLD
END
is "$(ids)" "IDC4230I IDC3207I IDC0002I " "and says so"
deck 16 "so does an ELSE without IF" <<'END'
  ELSE SET MAXCC = 0
  DELETE A.OLD
END
is "$(ids)" "IDC4227I IDC3207I IDC0002I " "and says so"

deck 12 "a verb in column 1 is not read" <<'END'
DELETE A.OLD
 DELETE A.LEVEL X
END
is "$(ids)" "IDC3219I IDC3202I IDC3211I IDC3202I IDC0002I " \
    "what is behind it is the verb"
like "$(cat err)" 'column 1' "a hint on standard error tells of it"
deck 12 "lower case is not folded in a deck" <<'END'
  DELETE a.old
END
is "$(ids)" "IDC3203I IDC3202I IDC0002I " "the name is refused"
is "$(grep -c "ITEM '.....' DOES" out)" 1 "and prints as periods"
like "$(cat err)" 'lower case' "a hint on standard error tells of it"
run 8 "--fold folds it: the entry is found, and has not expired" "$idcams" --fold deck
deck 12 "JCL symbols that nobody replaced are no names" <<'END'
  DELETE &HLQ..OLD
END
is "$(ids)" "IDC3203I IDC3202I IDC0002I " "and are refused"

deck 0 "quoted and generic names" <<'END'
  DELETE 'A.NV' NONVSAM NOSCRATCH
  DELETE A.LEV* MASK
END
is "$(grep -c IDC0550I out)" 4 "an entry, and a cluster with its parts"
deck 12 "RLSTARGET(YES) is refused, RLSSOURCE(NO) is nothing" <<'END'
  REPRO INDATASET(A.K) OUTDATASET(A.K) RLSSOURCE(NO) RLSTARGET(YES)
END
like "$(cat out)" '^0CATAMOUNT REPRO RLSTARGET ' "by name"
deck 16 "a deck that ends within a command" <<'END'
  DELETE (A.K -
END
is "$(ids)" "IDC4236I IDC0002I " "says so"
deck 0 "a semicolon ends a command, what is behind it is lost" <<'END'
  LISTCAT ENTRIES(A.K) NAME ; DELETE A.K -
    AND ALL OF THIS
  DELETE A.K
END
is "$(grep -c IDC0550I out)" 3 "the next card is the next command"
finish
