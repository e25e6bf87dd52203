import { readFile } from 'node:fs/promises'

/** Address of the default route of this machine, which its own way out begins with; null where it is not known. */
export async function findFirstHop(file = '/proc/net/route'): Promise<string | null> {
  return readFirstHop(await readFile(file, 'utf8').catch(() => ''))
}

const isGateway = 2

/** The kernel writes addresses in the order of the machine's bytes: little-endian wherever Node runs. */
export function readFirstHop(table: string): string | null {
  const routes = table.split('\n').flatMap((line) => {
    const [, destination, gateway, flags, , , metric, mask] = line.trim().split(/\s+/)
    if (destination !== '00000000' || mask !== '00000000') return []
    if (gateway === undefined || !/^[0-9A-F]{8}$/.test(gateway)) return []
    if ((Number.parseInt(flags ?? '0', 16) & isGateway) === 0) return []
    return [{ metric: Number(metric), address: [...Buffer.from(gateway, 'hex')].toReversed().join('.') }]
  })
  return routes.toSorted((a, b) => a.metric - b.metric)[0]?.address ?? null
}
