      *> GnuCOBOL's indexed files: a record of 256 bytes, its key the
      *> first eight. A row is a whole process:
      *>
      *>     gnucobol load|random|scan|get|update|insert DATA INPUT
      *>
      *> load     WRITE, ACCESS SEQUENTIAL, the records of INPUT
      *> random   WRITE, ACCESS RANDOM
      *> scan     READ NEXT of all
      *> get      READ by each key of INPUT (8 bytes each)
      *> update   READ and REWRITE by each record of INPUT
      *> insert   WRITE of each record of INPUT, ACCESS DYNAMIC
       IDENTIFICATION DIVISION.
       PROGRAM-ID. GNUCOBOL.
       ENVIRONMENT DIVISION.
       INPUT-OUTPUT SECTION.
       FILE-CONTROL.
           SELECT RECS ASSIGN TO INPUT-NAME
               ORGANIZATION SEQUENTIAL.
           SELECT WANTED ASSIGN TO INPUT-NAME
               ORGANIZATION SEQUENTIAL.
           SELECT LOADED ASSIGN TO DATA-NAME
               ORGANIZATION INDEXED ACCESS SEQUENTIAL
               RECORD KEY LOADED-KEY FILE STATUS STAT.
           SELECT KEYED ASSIGN TO DATA-NAME
               ORGANIZATION INDEXED ACCESS DYNAMIC
               RECORD KEY KEYED-KEY FILE STATUS STAT.
       DATA DIVISION.
       FILE SECTION.
       FD  RECS.
       01  REC             PIC X(256).
       FD  WANTED.
       01  WANTED-KEY      PIC X(8).
       FD  LOADED.
       01  LOADED-REC.
           05 LOADED-KEY   PIC X(8).
           05 FILLER       PIC X(248).
       FD  KEYED.
       01  KEYED-REC.
           05 KEYED-KEY    PIC X(8).
           05 FILLER       PIC X(248).
       WORKING-STORAGE SECTION.
       01  VERB            PIC X(16).
       01  DATA-NAME       PIC X(1024).
       01  INPUT-NAME      PIC X(1024).
       01  STAT            PIC XX VALUE "00".
       01  AT-END          PIC X VALUE "N".
       01  SEEN            PIC 9(9) COMP-5 VALUE 0.
       PROCEDURE DIVISION.
       MAIN-LINE.
           ACCEPT VERB FROM ARGUMENT-VALUE
           ACCEPT DATA-NAME FROM ARGUMENT-VALUE
           ACCEPT INPUT-NAME FROM ARGUMENT-VALUE
           EVALUATE VERB
               WHEN "load"   PERFORM LOAD-ALL
               WHEN "random" PERFORM LOAD-RANDOM
               WHEN "scan"   PERFORM SCAN-ALL
               WHEN "get"    PERFORM GET-ALL
               WHEN "update" PERFORM UPDATE-ALL
               WHEN "insert" PERFORM INSERT-ALL
               WHEN OTHER    MOVE 2 TO RETURN-CODE
           END-EVALUATE
           DISPLAY SEEN " records"
           STOP RUN.
       CHECK-STATUS.
           IF STAT NOT = "00" AND STAT NOT = "02"
               DISPLAY VERB " file status " STAT UPON SYSERR
               MOVE 1 TO RETURN-CODE
               STOP RUN
           END-IF.
       NEXT-REC.
           READ RECS AT END MOVE "Y" TO AT-END END-READ.
       LOAD-ALL.
           OPEN INPUT RECS OUTPUT LOADED
           PERFORM CHECK-STATUS
           PERFORM NEXT-REC
           PERFORM UNTIL AT-END = "Y"
               WRITE LOADED-REC FROM REC
               PERFORM CHECK-STATUS
               ADD 1 TO SEEN
               PERFORM NEXT-REC
           END-PERFORM
           CLOSE RECS LOADED.
       LOAD-RANDOM.
           OPEN INPUT RECS OUTPUT KEYED
           PERFORM CHECK-STATUS
           PERFORM WRITE-ALL
           CLOSE RECS KEYED.
       INSERT-ALL.
           OPEN INPUT RECS I-O KEYED
           PERFORM CHECK-STATUS
           PERFORM WRITE-ALL
           CLOSE RECS KEYED.
       WRITE-ALL.
           PERFORM NEXT-REC
           PERFORM UNTIL AT-END = "Y"
               WRITE KEYED-REC FROM REC
               PERFORM CHECK-STATUS
               ADD 1 TO SEEN
               PERFORM NEXT-REC
           END-PERFORM.
       SCAN-ALL.
           OPEN INPUT LOADED
           PERFORM CHECK-STATUS
           READ LOADED NEXT AT END MOVE "Y" TO AT-END END-READ
           PERFORM UNTIL AT-END = "Y"
               PERFORM CHECK-STATUS
               ADD 1 TO SEEN
               READ LOADED NEXT AT END MOVE "Y" TO AT-END END-READ
           END-PERFORM
           CLOSE LOADED.
       GET-ALL.
           OPEN INPUT WANTED INPUT KEYED
           PERFORM CHECK-STATUS
           READ WANTED AT END MOVE "Y" TO AT-END END-READ
           PERFORM UNTIL AT-END = "Y"
               MOVE WANTED-KEY TO KEYED-KEY
               READ KEYED
               PERFORM CHECK-STATUS
               ADD 1 TO SEEN
               READ WANTED AT END MOVE "Y" TO AT-END END-READ
           END-PERFORM
           CLOSE WANTED KEYED.
       UPDATE-ALL.
           OPEN INPUT RECS I-O KEYED
           PERFORM CHECK-STATUS
           PERFORM NEXT-REC
           PERFORM UNTIL AT-END = "Y"
               MOVE REC(1:8) TO KEYED-KEY
               READ KEYED
               PERFORM CHECK-STATUS
               REWRITE KEYED-REC FROM REC
               PERFORM CHECK-STATUS
               ADD 1 TO SEEN
               PERFORM NEXT-REC
           END-PERFORM
           CLOSE RECS KEYED.
