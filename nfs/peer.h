/* Addresses of peers, IPv4 and IPv6 alike: IPv4 as ::ffff:a.b.c.d. */
#ifndef CATAMOUNT_NFS_PEER_H
#define CATAMOUNT_NFS_PEER_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

enum { PEER_ADDR_LEN = 16 };

void peer_map(const struct in_addr *in, uint8_t out[PEER_ADDR_LEN]);
/* Without its port. False, and zeros: of no family that is known, or NULL. */
bool peer_address(const struct sockaddr *peer, uint8_t out[PEER_ADDR_LEN]);

#endif
