import type { TestApp } from './test-app.ts'

/** Device columns that a test sets; the rest have the table's defaults. */
export interface ArrangedDevice {
  name?: string
  type?: string
  state?: 'claimed' | 'released' | 'replaced'
  guard?: 'none' | 'quarantined' | 'duplicate'
  presence?: 'online' | 'overdue' | 'offline' | 'unknown'
  serial_number?: string
  oui?: string
  manufacturer?: string
  model_name?: string
  software_version?: string
  hardware_version?: string
  claimed_at?: string
  ip_address?: string
  mac_address?: string
  tags?: string[]
  data_model_root?: string
  first_inform_at?: string
}

/** Gateway columns that a test sets. */
export interface ArrangedGateway {
  last_address?: string | null
  lease_holder?: string
  lease_since?: string
}

let serial = 0

/** Inserts a device by SQL, as a gateway's first session leaves it; `lastInformAt` sets its last Inform. */
export async function arrangeDevice(
  t: Pick<TestApp, 'adminPool'>,
  companyId: string,
  device: ArrangedDevice = {},
  lastInformAt?: string,
): Promise<string> {
  serial += 1
  const columns: Record<string, unknown> = {
    company_id: companyId,
    name: `Device ${serial}`,
    type: 'smart_cpe',
    oui: 'AABBCC',
    serial_number: `SN${String(serial).padStart(6, '0')}`,
    ...(lastInformAt === undefined ? {} : { first_inform_at: lastInformAt }),
    ...device,
  }
  const names = Object.keys(columns)
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into device (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')}) returning id::text`,
    Object.values(columns),
  )
  const id = rows[0]!.id
  if (lastInformAt !== undefined) {
    await t.adminPool.query(
      'insert into device_presence (device_id, company_id, last_inform_at) values ($1, $2, $3)',
      [id, companyId, lastInformAt],
    )
  }
  return id
}

/** A device with its ACS rows. */
export async function arrangeGateway(
  t: Pick<TestApp, 'adminPool'>,
  companyId: string,
  gateway: ArrangedGateway = {},
  device: ArrangedDevice = {},
  lastInformAt?: string,
): Promise<string> {
  const id = await arrangeDevice(t, companyId, device, lastInformAt)
  const { last_address = null, lease_holder = null, lease_since = null } = gateway
  await t.adminPool.query(
    `insert into gateway (device_id, company_id, username, last_address, lease_holder, lease_since)
     values ($1::bigint, $2, 'u' || $1::bigint, $3, $4, $5)`,
    [id, companyId, last_address, lease_holder, lease_since],
  )
  return id
}

/** A reported parameter, or a partial path, which ends in a dot. */
export type ArrangedParameter = readonly [
  path: string,
  value: string | null,
  type: string | null,
  writable: boolean | null,
]

/** Inserts a device's reported values by SQL. */
export async function arrangeParameters(
  t: Pick<TestApp, 'adminPool'>,
  device: { companyId: string; deviceId: string },
  parameters: readonly ArrangedParameter[],
): Promise<void> {
  for (const [path, value, type, writable] of parameters) {
    const inner = path.endsWith('.') ? path.slice(0, -1) : path
    await t.adminPool.query(
      `insert into device_parameter (company_id, device_id, path, parent, value, type, writable, is_object, read_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, now())`,
      [
        device.companyId,
        device.deviceId,
        path,
        inner.slice(0, inner.lastIndexOf('.') + 1),
        value,
        type,
        writable,
        path.endsWith('.'),
      ],
    )
  }
}
