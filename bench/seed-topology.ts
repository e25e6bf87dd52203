import type { BenchServer } from './harness/server.ts'

const switches = 10
/** As many access points as make 200 nodes with the line, the gateway and the switches. */
const accessPoints = 188

/** An outlet of 200 nodes and 199 links: line, gateway, one core switch, nine behind it, access points at their ports. */
export async function seedTopology(server: BenchServer, companyId: string): Promise<string> {
  const [outlet] = await server.query<{ id: string }>(
    `insert into outlet (company_id, name) values ($1, 'Large shop') returning id::text`,
    [companyId],
  )
  const outletId = outlet?.id ?? ''
  await server.query(
    `insert into internet_line (company_id, outlet_id, name, isp, type, down_mbps, up_mbps)
     values ($1, $2, 'Fibre', 'telecom', 'broadband', 500, 100)`,
    [companyId, outletId],
  )
  // Number 1 is the gateway, 2 the core switch.
  await server.query(
    `insert into device (company_id, outlet_id, name, type, driver, mac_address, presence, serial_number, model_name)
     select $1, $2, type || '-' || n, type, case type when 'smart_cpe' then 'cwmp' else 'snmp' end,
       ('044a6c' || lpad(to_hex(n), 6, '0'))::macaddr, case when n % 20 = 0 then 'offline' else 'online' end,
       'bench-' || n, 'S5735-L24'
     from (select n, case when n = 1 then 'smart_cpe' when n <= 1 + $3::int then 'switch' else 'wireless_ap' end as type
       from generate_series(1, 1 + $3::int + $4::int) n) numbered`,
    [companyId, outletId, switches, accessPoints],
  )
  await server.query(
    `insert into device_polling (device_id, company_id)
     select id, company_id from device where outlet_id = $1 and type = 'switch'`,
    [outletId],
  )
  await server.query(
    `insert into device_interface (company_id, device_id, key, index, name, state, speed, vlan, tagged_vlans)
     select company_id, id, 'GE0/0/' || n, n, 'GE0/0/' || n, 'up', 1e9, 20, '{30,31,32,40}'
     from device cross join generate_series(1, 32) n where outlet_id = $1 and type = 'switch'`,
    [outletId],
  )
  for (let at = 0; at < switches; at += 1) {
    const number = at + 2
    const content = { ...surroundings(at), addresses: [], power: [], speaksLldp: true, incomplete: false }
    await server.query(
      `select note_neighbourhood(id, now() - interval '1 minute', $3) from device
       where outlet_id = $1 and serial_number = $2`,
      [outletId, `bench-${number}`, JSON.stringify(content)],
    )
  }
  return outletId
}

/** What switch `at` sees: the core its gateway and each other switch, these the core and their access points. */
function surroundings(at: number): { neighbours: object[]; stations: object[] } {
  const port = (number: number) => `GE0/0/${number}`
  const hears = (number: number, here: number, there: number) => ({
    protocol: 'lldp',
    interface: port(here),
    name: '',
    port: port(there),
    chassisId: macOf(number),
    description: '',
    address: null,
  })
  const seen = (here: number, number: number, others = 0) => ({
    interface: port(here),
    vlan: 20,
    macs: [macOf(number)],
    others,
  })
  if (at === 0) {
    const others = Array.from({ length: switches - 1 }, (_, index) => index + 1)
    return { neighbours: others.map((other) => hears(other + 2, other, 32)), stations: [seen(20, 1)] }
  }
  const points = Array.from({ length: accessPoints }, (_, index) => index).filter(
    (index) => index % (switches - 1) === at - 1,
  )
  return {
    neighbours: [hears(2, 32, at)],
    stations: points.map((index, here) => seen(here + 1, index + switches + 2, index % 7)),
  }
}

const macOf = (number: number): string =>
  `044a6c${number.toString(16).padStart(6, '0')}`.replaceAll(/(..)(?=.)/g, '$1:')
