/* Addresses of peers. */
#include <string.h>

#include "nfs/peer.h"

void
peer_map(const struct in_addr *in, uint8_t out[PEER_ADDR_LEN])
{
	memset(out, 0, 10);
	out[10] = out[11] = 0xff;
	memcpy(out + 12, in, 4);
}

bool
peer_address(const struct sockaddr *peer, uint8_t out[PEER_ADDR_LEN])
{
	const struct sockaddr_in *in = (const void *)peer;
	const struct sockaddr_in6 *in6 = (const void *)peer;

	memset(out, 0, PEER_ADDR_LEN);
	if (peer != NULL && peer->sa_family == AF_INET)
		peer_map(&in->sin_addr, out);
	else if (peer != NULL && peer->sa_family == AF_INET6)
		memcpy(out, &in6->sin6_addr, PEER_ADDR_LEN);
	else
		return false;
	return true;
}
