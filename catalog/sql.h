/*
 * Every statement of the catalog, prepared once a connection.
 *
 * Kept to what SQLite and PostgreSQL both understand: no ROWID, no OR REPLACE,
 * no dynamic typing; names of entries compare as bytes (BINARY here, "C"
 * there).
 */
#ifndef CATAMOUNT_CATALOG_SQL_H
#define CATAMOUNT_CATALOG_SQL_H

/*
 * The columns of entry that are fields of struct ds_entry: kind (T text, I
 * integer, C one character, 0 is '') and name.
 */
#define CAT_FIELDS(X)          \
	X(T, name)             \
	X(C, type)             \
	X(T, owner)            \
	X(I, created)          \
	X(I, expires)          \
	X(I, flags)            \
	X(T, storclas)         \
	X(T, mgmtclas)         \
	X(T, dataclas)         \
	X(I, ccsid)            \
	X(I, org)              \
	X(I, keylen)           \
	X(I, rkp)              \
	X(I, axrkp)            \
	X(I, avglrecl)         \
	X(I, maxlrecl)         \
	X(I, bufspace)         \
	X(I, cisize)           \
	X(I, cis_per_ca)       \
	X(I, tracks_per_ca)    \
	X(I, physrec)          \
	X(I, physrecs_per_trk) \
	X(I, share_region)     \
	X(I, share_system)     \
	X(I, fspc_ci)          \
	X(I, fspc_ca)          \
	X(T, exceptexit)       \
	X(I, space_type)       \
	X(I, space_pri)        \
	X(I, space_sec)        \
	X(I, recfm)            \
	X(C, ctlchar)          \
	X(I, lrecl)            \
	X(I, blksize)          \
	X(I, gdg_limit)        \
	X(C, gds_status)       \
	X(T, related)          \
	X(T, extra)
/* After them, and not fields: comp_id, and the listing order. */

#define CAT_COLUMN(kind, field) #field ", "
#define CAT_PARAM(kind, field) "?, "
#define CAT_SET(kind, field) #field " = ?, "

#define CAT_SQL(X)                                                             \
	X(BEGIN, "BEGIN IMMEDIATE")                                            \
	X(COMMIT, "COMMIT")                                                    \
	X(ROLLBACK, "ROLLBACK")                                                \
	X(META_GET, "SELECT value FROM meta WHERE item = ?")                   \
	X(RECOVERY_SET, "UPDATE meta SET value = ? WHERE item = 'recovery'")   \
	/* entries */                                                          \
	X(ENTRY_ID, "SELECT id FROM entry WHERE name = ?")                     \
	X(ENTRY_GET, "SELECT " CAT_FIELDS(CAT_COLUMN) "comp_id FROM entry "    \
						      "WHERE id = ?")          \
	X(ENTRY_PUT,                                                           \
	    "INSERT INTO entry (" CAT_FIELDS(                                  \
		CAT_COLUMN) "comp_id, sort_name, sort_sub, sort_pos) "         \
			    "VALUES (" CAT_FIELDS(CAT_PARAM) "?, ?, '', 0)")   \
	X(ENTRY_SET, "UPDATE entry SET " CAT_FIELDS(CAT_SET) "comp_id = ? "    \
							     "WHERE id = ?")   \
	X(ENTRY_DEL, "DELETE FROM entry WHERE id = ?")                         \
	X(ENTRY_NOALIAS, "DELETE FROM entry WHERE type = 'X' AND id IN "       \
			 "(SELECT member_id FROM assoc WHERE owner_id = ?)")   \
	X(ENTRY_NAME, "UPDATE entry SET name = ? WHERE id = ?")                \
	X(ENTRY_COMP, "SELECT id FROM entry WHERE comp_id = ?")                \
	X(ENTRY_KEPT, "SELECT id FROM entry WHERE comp_id BETWEEN ?1 AND ?2")  \
	X(CELL_GET,                                                            \
	    "SELECT c.pos, c.volser, c.devtype, c.volflag, c.fseqn, "          \
	    "x.low_cchh, x.high_cchh, x.low_rba, x.high_rba, x.tracks "        \
	    "FROM cell c LEFT JOIN extent x "                                  \
	    "ON x.entry_id = c.entry_id AND x.pos = c.pos "                    \
	    "WHERE c.entry_id = ? ORDER BY c.pos, x.seq")                      \
	X(CELL_PUT,                                                            \
	    "INSERT INTO cell (entry_id, pos, volser, devtype, volflag, "      \
	    "fseqn) VALUES (?, ?, ?, ?, ?, ?)")                                \
	X(CELL_DEL, "DELETE FROM cell WHERE entry_id = ?")                     \
	X(EXTENT_PUT,                                                          \
	    "INSERT INTO extent (entry_id, pos, seq, low_cchh, high_cchh, "    \
	    "low_rba, high_rba, tracks) VALUES (?, ?, ?, ?, ?, ?, ?, ?)")      \
	/* associations */                                                     \
	X(ASSOC_PUT, "INSERT INTO assoc (owner_id, member_id, rank, pos) "     \
		     "VALUES (?, ?, ?, ?)")                                    \
	X(ASSOC_MEMBERS,                                                       \
	    "SELECT e.type, e.name, e.id, a.rank FROM assoc a "                \
	    "JOIN entry e ON e.id = a.member_id "                              \
	    "WHERE a.owner_id = ? ORDER BY a.rank, a.pos, e.name")             \
	X(ASSOC_OWNERS, "SELECT e.type, e.name, e.id FROM assoc a "            \
			"JOIN entry e ON e.id = a.owner_id "                   \
			"WHERE a.member_id = ? ORDER BY e.name")               \
	X(ASSOC_ENDS, "SELECT MIN(pos), MAX(pos), COUNT(*) FROM assoc WHERE "  \
		      "owner_id = ? AND pos <> 0")                             \
	X(ASSOC_DEL, "DELETE FROM assoc WHERE owner_id = ? AND member_id = ?") \
	X(SORT_GET, "SELECT sort_name, sort_sub FROM entry WHERE id = ?")      \
	X(SORT_SET,                                                            \
	    "UPDATE entry SET sort_name = ?, sort_sub = ?, sort_pos = ? "      \
	    "WHERE id = ?")                                                    \
	X(SORT_MOVE, "UPDATE entry SET sort_name = ?, sort_sub = ? "           \
		     "WHERE sort_name = ? AND sort_sub = ?")                   \
	X(SORT_OWNER, "UPDATE entry SET sort_name = ? WHERE sort_name = ?")    \
	X(ALIAS_TARGET,                                                        \
	    "UPDATE entry SET related = ? WHERE related = ? AND type = 'X'")   \
	X(PATH_TARGET,                                                         \
	    "UPDATE entry SET related = ? WHERE type = 'R' AND id IN "         \
	    "(SELECT member_id FROM assoc WHERE owner_id = ?)")                \
	/* routing */                                                          \
	X(ROUTE_ALIAS,                                                         \
	    "SELECT u.name FROM entry a JOIN entry u ON u.name = a.related "   \
	    "WHERE a.name = ? AND a.type = 'X' AND u.type = 'U'")              \
	X(UCAT_GET,                                                            \
	    "SELECT related, extra FROM entry WHERE name = ? AND type = 'U'")  \
	X(UCAT_STEM,                                                           \
	    "SELECT name FROM entry WHERE type = 'U' AND related = ?")         \
	X(UCAT_LIST, "SELECT name FROM entry WHERE type = 'U' ORDER BY name")  \
	X(UCAT_NOALIAS, "DELETE FROM entry WHERE type = 'X' AND related = ?")  \
	X(UCAT_DEL, "DELETE FROM entry WHERE type = 'U' AND name = ?")         \
	X(ENTRY_ANY, "SELECT name FROM entry WHERE name > '' LIMIT 1")         \
	X(UCAT_ALIASES,                                                        \
	    "SELECT name FROM entry WHERE related = ? AND type = 'X'")         \
	/* volumes and space */                                                \
	X(VOLUME_PUT,                                                          \
	    "INSERT INTO volume (volser, uri, devtype, cylinders, online) "    \
	    "VALUES (?, ?, ?, ?, ?)")                                          \
	/* what is not free is used: gaps are few, spaces many */              \
	X(VOLUME_GET,                                                          \
	    "SELECT v.volser, v.uri, v.devtype, v.cylinders, v.online, "       \
	    "v.cylinders * 15 - 15 - (SELECT COALESCE(SUM(g.tracks), 0) "      \
	    "FROM gap g WHERE g.volser = v.volser) "                           \
	    "FROM volume v WHERE v.volser = ?")                                \
	X(VOLUME_THERE, "SELECT online FROM volume WHERE volser = ?")          \
	X(VOLUME_VARY, "UPDATE volume SET online = ? WHERE volser = ?")        \
	X(VOLUME_SIZE, "UPDATE volume SET cylinders = ? WHERE volser = ?")     \
	X(VOLUME_DEL, "DELETE FROM volume WHERE volser = ?")                   \
	X(VOLUME_GAPS_DEL, "DELETE FROM gap WHERE volser = ?")                 \
	X(VOLUME_IN_USE,                                                       \
	    "SELECT EXISTS (SELECT 1 FROM space WHERE volser = ?)")            \
	X(VOLUME_COUNTS,                                                       \
	    "SELECT (SELECT COALESCE(MAX(tracks), 0) FROM gap "                \
	    "WHERE volser = ?1), (SELECT COUNT(*) FROM gap "                   \
	    "WHERE volser = ?1), (SELECT COUNT(DISTINCT comp_id) "             \
	    "FROM space WHERE volser = ?1)")                                   \
	/* first fit looks at so many, then goes by size */                    \
	X(GAP_FIRST, "SELECT low, tracks FROM gap WHERE volser = ? "           \
		     "ORDER BY low LIMIT 256")                                 \
	X(GAP_FIT,                                                             \
	    "SELECT low, tracks FROM gap WHERE volser = ? AND tracks >= ? "    \
	    "ORDER BY tracks, low DESC")                                       \
	X(GAP_LARGEST,                                                         \
	    "SELECT low, tracks FROM gap WHERE volser = ? AND tracks >= ? "    \
	    "ORDER BY tracks DESC, low")                                       \
	X(GAP_PUT, "INSERT INTO gap (volser, low, tracks) VALUES (?, ?, ?)")   \
	X(GAP_DEL, "DELETE FROM gap WHERE volser = ? AND low = ?")             \
	X(GAP_BEFORE,                                                          \
	    "SELECT low, tracks FROM gap WHERE volser = ? AND low < ? "        \
	    "ORDER BY low DESC LIMIT 1")                                       \
	X(GAP_AT, "SELECT low, tracks FROM gap WHERE volser = ? AND low = ?")  \
	X(SPACE_PUT, "INSERT INTO space (volser, low, tracks, comp_id) "       \
		     "VALUES (?, ?, ?, ?)")                                    \
	X(SPACE_OF,                                                            \
	    "SELECT low, tracks FROM space WHERE volser = ? AND comp_id = ? "  \
	    "LIMIT 1")                                                         \
	X(SPACE_ALL,                                                           \
	    "SELECT low, tracks FROM space WHERE volser = ? AND comp_id = ? "  \
	    "ORDER BY low")                                                    \
	X(SPACE_DEL, "DELETE FROM space WHERE volser = ? AND low = ?")         \
	X(SPACE_MOVE,                                                          \
	    "UPDATE space SET comp_id = ? WHERE volser = ? AND comp_id = ?")   \
	/* entries on their way */                                             \
	X(TIED, "SELECT member_id FROM assoc WHERE owner_id = ? "              \
		"UNION SELECT owner_id FROM assoc WHERE member_id = ?")        \
	X(MOVE_PUT, "INSERT INTO move (name, source, target, holder) "         \
		    "VALUES (?, ?, ?, ?)")                                     \
	X(MOVE_DEL, "DELETE FROM move WHERE id = ?")                           \
	X(MOVE_LIST, "SELECT id, name, source, target, holder FROM move "      \
		     "WHERE id > ? ORDER BY id LIMIT 1")                       \
	/* security */                                                         \
	X(SECURITY_SEQ, "SELECT value FROM meta WHERE item = 'security'")      \
	X(SECURITY_NEXT,                                                       \
	    "UPDATE meta SET value = CAST(CAST(value AS INTEGER) + 1 AS "      \
	    "TEXT) WHERE item = 'security'")                                   \
	X(PROFILE_PUT,                                                         \
	    "INSERT INTO profile (hlq, owner, uacc, audit, warning, created, " \
	    "name) VALUES (?, ?, ?, ?, ?, ?, ?)")                              \
	X(PROFILE_SET, "UPDATE profile SET hlq = ?, owner = ?, uacc = ?, "     \
		       "audit = ?, warning = ?, created = ? WHERE name = ?")   \
	X(PROFILE_THERE, "SELECT 1 FROM profile WHERE name = ?")               \
	X(PROFILE_DEL, "DELETE FROM profile WHERE name = ?")                   \
	X(PROFILE_RENAME,                                                      \
	    "UPDATE profile SET name = ?, hlq = ? WHERE name = ?")             \
	X(PROFILE_COPY, "INSERT INTO profile (name, hlq, owner, uacc, audit, " \
			"warning, created) SELECT ?, ?, owner, uacc, audit, "  \
			"warning, created FROM profile WHERE name = ?")        \
	X(PERMIT_COPY, "INSERT INTO permit (profile, id, access) SELECT ?, "   \
		       "id, access FROM permit WHERE profile = ?")             \
	X(PROFILE_OF,                                                          \
	    "SELECT p.name, p.owner, p.uacc, p.audit, p.warning, p.created, "  \
	    "t.id, t.access FROM profile p LEFT JOIN permit t "                \
	    "ON t.profile = p.name WHERE p.hlq = ? ORDER BY p.name, t.id")     \
	X(PROFILE_ALL,                                                         \
	    "SELECT p.name, p.owner, p.uacc, p.audit, p.warning, p.created, "  \
	    "t.id, t.access FROM profile p LEFT JOIN permit t "                \
	    "ON t.profile = p.name WHERE p.name > '' ORDER BY p.name, t.id")   \
	X(PERMIT_PUT,                                                          \
	    "INSERT INTO permit (access, profile, id) VALUES (?, ?, ?)")       \
	X(PERMIT_DEL, "DELETE FROM permit WHERE profile = ? AND id = ?")       \
	X(MEMBER_PUT, "INSERT INTO membership (userid, grp) VALUES (?, ?)")    \
	X(MEMBER_DEL, "DELETE FROM membership WHERE userid = ? AND grp = ?")   \
	X(MEMBER_OF, "SELECT userid, grp FROM membership WHERE userid = ? "    \
		     "ORDER BY grp")                                           \
	X(MEMBER_ALL, "SELECT userid, grp FROM membership WHERE userid > '' "  \
		      "ORDER BY userid, grp")                                  \
	X(LOGIN_PUT, "INSERT INTO login (login, userid) VALUES (?, ?)")        \
	X(LOGIN_DEL, "DELETE FROM login WHERE login = ?")                      \
	X(LOGIN_GET, "SELECT login, userid FROM login WHERE login = ?")        \
	X(LOGIN_ALL,                                                           \
	    "SELECT login, userid FROM login WHERE login > '' ORDER BY login") \
	/* intents */                                                          \
	X(INTENT_PUT, "INSERT INTO intent (kind, volser, comp_id, holder) "    \
		      "VALUES (?, ?, ?, ?)")                                   \
	X(INTENT_DEL, "DELETE FROM intent WHERE id = ?")                       \
	X(INTENT_LIST, "SELECT id, kind, volser, comp_id, holder FROM intent " \
		       "WHERE id > ? ORDER BY id LIMIT 1")

enum cat_sql {
#define X(name, text) SQL_##name,
	CAT_SQL(X)
#undef X
	    SQL_COUNT
};

#endif
