import type { InputOf, OutputOf, offboardingApi } from '@netward/contract'
import type { RequestContext } from '../../platform/http/context.ts'
import { csvLine } from '../../platform/http/csv-line.ts'
import type { CsvAnswer } from '../../platform/http/route.ts'
import { credentialRepo } from './credential.repo.ts'

const most = 100_000

export async function pageExposedCredentials(
  ctx: RequestContext,
  query: InputOf<typeof offboardingApi.pageExposedCredentials>,
): Promise<OutputOf<typeof offboardingApi.pageExposedCredentials>> {
  const { page, pageSize } = query
  const [items, counted] = await Promise.all([
    credentialRepo.rows(ctx, query, pageSize, (page - 1) * pageSize),
    credentialRepo.total(ctx, query),
  ])
  return { items, ...counted }
}

export async function exportExposedCredentials(
  ctx: RequestContext,
  query: InputOf<typeof offboardingApi.exportExposedCredentials>,
): Promise<CsvAnswer> {
  const rows = await credentialRepo.rows(ctx, query, most)
  const { page: _page, pageSize: _pageSize, ...filters } = query
  await ctx.audit({
    action: 'member.credentials_exported',
    subjectKind: 'member',
    detail: { filters, rows: rows.length },
  })
  const headings = [
    'personName',
    'deviceName',
    'company',
    'protocol',
    'username',
    'lastUsedAt',
    'changedAt',
    'changedBy',
  ] as const
  return {
    name: ctx.phrase('offboarding.exportLabel'),
    csv: [
      csvLine(headings.map((heading) => ctx.phrase(`offboarding.${heading}`))),
      ...rows.map((row) =>
        csvLine([
          row.personName,
          row.deviceName,
          row.companyName,
          `${row.protocol}:${row.port}`,
          row.username,
          row.lastUsedAt,
          row.changedAt,
          row.changedBy,
        ]),
      ),
    ].join(''),
  }
}

export async function markCredentialsChanged(
  ctx: RequestContext,
  { credentialIds }: InputOf<typeof offboardingApi.markCredentialsChanged>,
): Promise<OutputOf<typeof offboardingApi.markCredentialsChanged>> {
  const devices = await credentialRepo.markChanged(ctx, credentialIds)
  if (devices.length > 0)
    await ctx.audit({
      action: 'member.credentials_changed',
      subjectKind: 'member',
      detail: { devices: devices.slice(0, 20), count: devices.length },
    })
  await ctx.emit('member.changed', null)
  return { changed: devices.length }
}
