import type { InputOf, zabbixApi } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { credentialNames, mergedSecret, openSecret, sealSecret } from '../snmp/index.ts'
import { mayMake } from './whole-company.ts'
import { type CredentialRow, zabbixRepo } from './zabbix.repo.ts'
import { lockedImport } from './zabbix.service.ts'

type Decided = InputOf<typeof zabbixApi.decideZabbix>
type DecidedCredential = NonNullable<Decided['credentials']>[number]

/** All or nothing; the preview follows. */
export async function decideZabbix(
  ctx: RequestContext,
  { importId, groups, credentials = [], ...options }: Decided,
  secrets: Secrets,
): Promise<null> {
  const found = await lockedImport(ctx, importId, ['ready', 'stopped'])
  await zabbixRepo.decide(ctx, {
    id: importId,
    withoutSnmp: options.withoutSnmp ?? found.withoutSnmp,
    disabled: options.disabled ?? found.disabled,
  })
  if (groups !== undefined) await decideGroups(ctx, importId, groups)
  if (credentials.length > 0) await decideCredentials(ctx, importId, credentials, secrets)
  await ctx.audit({
    action: 'zabbix.import_decided',
    subjectKind: 'zabbix_import',
    subjectId: importId,
    detail: {
      name: found.fileName,
      ...options,
      groups: groups?.length ?? 0,
      credentials: credentials.map(({ n, action }) => `${n}: ${action}`),
    },
  })
  await ctx.emit('import.changed', importId)
  return null
}

async function decideGroups(
  ctx: RequestContext,
  importId: string,
  groups: NonNullable<Decided['groups']>,
): Promise<void> {
  const stored = new Map((await zabbixRepo.groups(ctx, importId)).map((group) => [group.n, group]))
  const outlets = new Set((await zabbixRepo.outlets(ctx)).map(({ id }) => id))
  const isWhole = new Set(groups.map(({ n }) => n)).size === stored.size && groups.length === stored.size
  if (!isWhole || groups.some(({ n }) => !stored.has(n)))
    throw wrongField(ctx, 'zabbix.group_not_found', 'groups')
  await zabbixRepo.decideGroups(
    ctx,
    importId,
    groups.map(({ n, target, outletId, newName }, index) => {
      if (target === 'outlet' && (outletId === null || !outlets.has(outletId)))
        throw wrongField(ctx, 'outlet.not_found', `groups.${index}.outletId`)
      return {
        n,
        target,
        outletId: target === 'outlet' ? outletId : null,
        newName: newName ?? stored.get(n)!.newName,
        position: index + 1,
      }
    }),
  )
}

const secretNames = ['community', 'authPassphrase', 'privacyPassphrase'] as const

async function decideCredentials(
  ctx: RequestContext,
  importId: string,
  decided: readonly DecidedCredential[],
  secrets: Secrets,
): Promise<void> {
  const stored = new Map((await zabbixRepo.credentials(ctx, importId)).map((one) => [one.n, one]))
  const existing = new Set((await credentialNames(ctx)).map(({ id }) => id))
  const { credentials: mayManage } = await mayMake(ctx)
  for (const [index, one] of decided.entries()) {
    const before = stored.get(one.n)
    const field = `credentials.${index}`
    if (before === undefined) throw wrongField(ctx, 'zabbix.credential_incomplete', field)
    if (one.action === 'existing' && (one.credentialId === null || !existing.has(one.credentialId)))
      throw wrongField(ctx, 'snmp.credential_not_found', `${field}.credentialId`)
    if (one.action === 'create' && !mayManage) throw wrongField(ctx, 'permission.denied', field)
    const written = await completed(ctx, importId, { before, given: one, mayManage, secrets })
    const isUsable =
      written.missing.length === 0 && before.problems.every(({ code }) => code === 'secret_wrong')
    if (one.action === 'create' && !isUsable)
      throw wrongField(ctx, 'zabbix.credential_incomplete', `${field}.${written.missing[0] ?? 'action'}`)
    await zabbixRepo.decideCredential(ctx, importId, {
      n: one.n,
      name: one.name ?? before.name,
      action: one.action,
      credentialId: one.action === 'existing' ? one.credentialId : null,
      ...written,
    })
  }
}

/** What a person entered, sealed with what the file holds. */
async function completed(
  ctx: RequestContext,
  importId: string,
  {
    before,
    given,
    mayManage,
    secrets,
  }: { before: CredentialRow; given: DecidedCredential; mayManage: boolean; secrets: Secrets },
): Promise<{ missing: CredentialRow['missing']; sealed: Buffer | null }> {
  if (secretNames.every((name) => given[name] === undefined)) return { missing: before.missing, sealed: null }
  if (!mayManage) throw new AppError('permission.denied')
  const sealed = await zabbixRepo.sealed(ctx, importId, before.n)
  const kept = sealed === null ? {} : openSecret(secrets, ctx.scope.companyId, sealed)
  const { secret } = mergedSecret({ ...before, ...given, version: before.version }, kept)
  return {
    missing: before.missing.filter((name) => secret[name] === undefined),
    sealed: sealSecret(secrets, ctx.scope.companyId, secret),
  }
}
