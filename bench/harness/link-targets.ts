import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A small page on every address of loopback: one address alone has too few ports for a thousand connections a second. */
const page = Buffer.from('<!doctype html><title>Shop</title><p>All is well.</p>')
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html', 'content-length': page.length }).end(page)
})
server.listen(0, '0.0.0.0', 4096, () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit(0))
