import type { DemoConsole } from './console.ts'

/** The package of each demo company, by code: sized well above what the demo adds. */
const packageOf: Record<string, string> = {
  beichen: 'advanced',
  yuelai: 'premium',
  qinghe: 'premium',
  haiyue: 'advanced',
  yunfan: 'branch',
}

/** What the MSP of the demo may assign to its customers, and to how many. */
const allotments = { trial: null, basic: null, advanced: 20, premium: 5 }

/** A demo package so small that its five gateways use more than 80 %. */
const branch = {
  code: 'branch',
  nameZh: '分支版',
  nameEn: 'Branch',
  internetLines: 20,
  devices: 6,
  outlets: 10,
  workOrders: 20,
  members: 50,
  price: 800,
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

/**
 * Licences that the platform sells a demo company: its package, pools for an MSP, a licence that expires
 * soon.
 */
export async function sellTo(operator: DemoConsole, code: string, companyId: string): Promise<void> {
  const packageId = await packageIdOf(operator, packageOf[code] ?? 'advanced')
  await operator.call('POST /api/v1/package/:packageId/assign', { packageId, companyId })
  if (code === 'beichen') {
    await operator.call('PUT /api/v1/package/allotment/:companyId', {
      companyId,
      allotments: await Promise.all(
        Object.entries(allotments).map(async ([name, quantity]) => ({
          packageId: await packageIdOf(operator, name),
          quantity,
        })),
      ),
    })
    for (const [kind, quantity] of [
      ['devices', 500],
      ['outlets', 40],
    ] as const)
      await operator.call('POST /api/v1/licence', {
        companyId,
        kind,
        quantity,
        purpose: 'pool',
        endsAt: inDays(365),
        note: '年度框架',
      })
  }
  if (code === 'haiyue') {
    await operator.call('POST /api/v1/licence', {
      companyId,
      kind: 'devices',
      quantity: 50,
      endsAt: inDays(20),
      note: '二期扩建',
    })
  }
}

/** An MSP passes on a part of each of its pools. */
export async function handDown(msp: DemoConsole, companyId: string): Promise<void> {
  for (const { id: poolId, kind, quantity, endsAt } of await msp.call('GET /api/v1/licence/pools', {}))
    await msp.call('POST /api/v1/licence', {
      companyId,
      kind,
      quantity: Math.floor(quantity / 5),
      poolId,
      ...(endsAt !== null && { endsAt }),
    })
}

async function packageIdOf(operator: DemoConsole, code: string): Promise<string> {
  const known = (await operator.call('GET /api/v1/package', {})).find((one) => one.code === code)
  return known?.id ?? (await operator.call('POST /api/v1/package', branch)).id
}
