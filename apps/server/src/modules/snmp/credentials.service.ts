import type { InputOf, OutputOf, snmpApi } from '@netward/contract'
import { capped } from '../../platform/db/capped-count.ts'
import { changedFields, columnValues } from '../../platform/entity/changed-fields.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { namingConstraint, wrongField } from '../../platform/http/wrong-field.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { findOutlet } from '../outlets/index.ts'
import { credentialRepo, type CredentialRow, type CredentialValues } from './credential.repo.ts'
import { type CredentialSecret, mergedSecret, openSecret, sealSecret } from './secret.ts'

const taken = { snmp_credential_name: ['snmp.credential_name_taken', 'name'] } as const

type Credential = OutputOf<typeof snmpApi.createCredential>
type Written = InputOf<typeof snmpApi.createCredential>

export async function pageCredentials(
  ctx: RequestContext,
  { search = '', page, pageSize }: InputOf<typeof snmpApi.pageCredentials>,
): Promise<OutputOf<typeof snmpApi.pageCredentials>> {
  const offset = (page - 1) * pageSize
  const { items, total } = await credentialRepo.page(ctx, { search, limit: pageSize, offset })
  return { items, ...capped(total) }
}

export function credentialNames(ctx: RequestContext): ReturnType<typeof credentialRepo.names> {
  return credentialRepo.names(ctx)
}

/** A set of the company acted in, which a device may name. */
export async function findCredential(ctx: RequestContext, id: string): Promise<CredentialRow | null> {
  return (await credentialRepo.find(ctx, id)) ?? null
}

/**
 * The first set of the company acted in with the same user, protocols, context and secrets, whatever its name and place;
 * null if there is none. For people who may manage credentials: the answer says whether secrets are equal.
 */
export async function equalCredential(
  ctx: RequestContext,
  values: Omit<CredentialValues, 'name' | 'outletId' | 'range'>,
  secret: CredentialSecret,
  secrets: Secrets,
): Promise<string | null> {
  for (const id of await credentialRepo.alike(ctx, values)) {
    const sealed = await credentialRepo.sealed(ctx, id)
    if (sealed === null) continue
    const { community, authPassphrase, privacyPassphrase } = openSecret(secrets, ctx.scope.companyId, sealed)
    const isEqual =
      community === secret.community &&
      authPassphrase === secret.authPassphrase &&
      privacyPassphrase === secret.privacyPassphrase
    if (isEqual) return id
  }
  return null
}

export async function createCredential(
  ctx: RequestContext,
  input: Written,
  secrets: Secrets,
): Promise<Credential> {
  const outletName = await checkedOutlet(ctx, input)
  const { secret, missing } = mergedSecret(input, {})
  if (missing !== null) throw wrongField(ctx, 'snmp.secret_missing', missing)
  const values = valuesOf(input)
  const sealed = sealSecret(secrets, ctx.scope.companyId, secret)
  const id = await namingConstraint(ctx, taken, () => credentialRepo.insert(ctx, values, sealed))
  await ctx.audit({
    action: 'snmp.credential_created',
    subjectKind: 'snmp_credential',
    subjectId: id,
    detail: { name: values.name, after: columnValues(shownValues(values, outletName)) },
  })
  return presented(ctx, id)
}

export async function editCredential(
  ctx: RequestContext,
  { credentialId, ...input }: InputOf<typeof snmpApi.editCredential>,
  secrets: Secrets,
): Promise<Credential> {
  const before = await credentialRepo.find(ctx, credentialId)
  const stored = before && (await credentialRepo.sealed(ctx, credentialId))
  if (!before || !stored) throw new AppError('snmp.credential_not_found')
  const outletName = await checkedOutlet(ctx, input)
  const kept = openSecret(secrets, ctx.scope.companyId, stored)
  const { secret, missing } = mergedSecret(input, kept)
  if (missing !== null) throw wrongField(ctx, 'snmp.secret_missing', missing)
  const values = valuesOf(input)
  const changed = changedFields(shownValues(before, before.outletName), shownValues(values, outletName))
  const newSecret = JSON.stringify(secret) !== JSON.stringify(kept)
  if (changed === null && !newSecret) return presented(ctx, credentialId)
  const sealed = newSecret ? sealSecret(secrets, ctx.scope.companyId, secret) : null
  await namingConstraint(ctx, taken, () => credentialRepo.update(ctx, credentialId, values, sealed))
  await ctx.audit({
    action: 'snmp.credential_edited',
    subjectKind: 'snmp_credential',
    subjectId: credentialId,
    // That a secret changed, never which or what it is.
    detail: { name: values.name, ...changed, ...(newSecret && { secretChanged: true }) },
  })
  return presented(ctx, credentialId)
}

export async function moveCredential(
  ctx: RequestContext,
  { credentialId, position }: InputOf<typeof snmpApi.moveCredential>,
): Promise<OutputOf<typeof snmpApi.moveCredential>> {
  const before = await credentialRepo.find(ctx, credentialId)
  if (!before) throw new AppError('snmp.credential_not_found')
  await credentialRepo.move(ctx, credentialId, position)
  const after = await credentialRepo.find(ctx, credentialId)
  await ctx.audit({
    action: 'snmp.credential_moved',
    subjectKind: 'snmp_credential',
    subjectId: credentialId,
    detail: {
      name: before.name,
      before: { position: before.position },
      after: { position: after?.position ?? position },
    },
  })
  return null
}

export async function deleteCredential(
  ctx: RequestContext,
  { credentialId }: InputOf<typeof snmpApi.deleteCredential>,
): Promise<OutputOf<typeof snmpApi.deleteCredential>> {
  const before = await credentialRepo.find(ctx, credentialId)
  if (!before) throw new AppError('snmp.credential_not_found')
  const devices = await credentialRepo.devices(ctx, credentialId)
  await credentialRepo.delete(ctx, credentialId)
  await ctx.audit({
    action: 'snmp.credential_deleted',
    subjectKind: 'snmp_credential',
    subjectId: credentialId,
    detail: { name: before.name, devices },
  })
  return { devices }
}

async function presented(ctx: RequestContext, id: string): Promise<Credential> {
  const row = await credentialRepo.find(ctx, id)
  if (!row) throw new AppError('snmp.credential_not_found')
  return { ...row, devices: await credentialRepo.devices(ctx, id) }
}

function valuesOf({
  community: _community,
  authPassphrase: _authPassphrase,
  privacyPassphrase: _privacyPassphrase,
  ...values
}: Written): CredentialValues {
  const isV3 = values.version === 'v3'
  return {
    ...values,
    userName: isV3 ? values.userName : '',
    auth: isV3 ? values.auth : null,
    privacy: isV3 ? values.privacy : null,
    context: isV3 ? values.context : '',
    range: values.range ?? null,
  }
}

/** As the audit log keeps them: the outlet by its name. */
function shownValues(
  { name, version, userName, auth, privacy, context, range }: CredentialValues,
  outletName: string | null,
): Record<string, unknown> {
  return { name, version, userName, auth, privacy, context, range, outletId: outletName }
}

async function checkedOutlet(ctx: RequestContext, { outletId }: Written): Promise<string | null> {
  if (outletId === null) return null
  const outlet = await findOutlet(ctx, outletId)
  if (outlet === null) throw wrongField(ctx, 'outlet.not_found', 'outletId')
  return outlet.name
}
