import { addableTypes } from '@netward/contract/device-values'
import { columnValues } from '../../platform/entity/changed-fields.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { addDiscovered } from '../equipment/index.ts'
import { oneLine } from './device-name.ts'
import { findRepo, type TakenFind } from './find.repo.ts'

/** A person's request, or a job of the queue, which has a company alone. */
export type Taker = Pick<RequestContext, 'db' | 'audit'> & {
  readonly scope: { readonly companyId: string }
}

/** What a find becomes. */
export interface Wish {
  readonly name: string
  readonly type: (typeof addableTypes)[number]
  readonly outletId: string | null
  readonly outletName: string | null
  readonly tags: readonly string[]
  readonly despiteClaims?: boolean
  /** The rule that says so. */
  readonly rule?: string
}

export const addable = (type: string): Wish['type'] => addableTypes.find((one) => one === type) ?? 'other'

/** As it names itself, in the outlet of its job. */
export const asItIs = (find: TakenFind): Wish => ({
  name: oneLine(find.name) || find.address,
  type: addable(find.type),
  outletId: find.outletId,
  outletName: find.outletName,
  tags: [],
})

/**
 * Makes a device of a find that was locked.
 * @throws AppError discovery.is_device, discovery.conflict, and what the database refuses: the quota, a taken address
 */
export async function takeFindAs(taker: Taker, find: TakenFind, wish: Wish): Promise<string> {
  if (find.state === 'taken' || find.state === 'known') throw new AppError('discovery.is_device')
  if (find.state === 'conflict' && wish.despiteClaims !== true) throw new AppError('discovery.conflict')
  const isPolled = find.answers !== 'other'
  const values = {
    name: wish.name,
    type: wish.type,
    driver: isPolled ? ('snmp' as const) : ('probe' as const),
    ipAddress: find.address,
    port: isPolled && find.port !== 161 ? find.port : null,
    credentialId: isPolled ? find.credentialId : null,
    outletId: wish.outletId,
    brand: find.vendor.slice(0, 100),
    modelName: find.model,
    serialNumber: find.serialNumber,
    macAddress: find.mac,
    note: '',
  }
  const deviceId = await addDiscovered(taker, { ...values, tags: wish.tags })
  await findRepo.becomes(taker, find.id, deviceId)
  const { credentialId: _credentialId, note: _note, ...shown } = values
  await taker.audit({
    action: 'discovery.taken',
    subjectKind: 'device',
    subjectId: deviceId,
    detail: {
      name: wish.name,
      ...(wish.rule !== undefined && { rule: wish.rule }),
      after: columnValues({ ...shown, outletId: wish.outletName, tags: wish.tags.join(' ') }),
    },
  })
  return deviceId
}
