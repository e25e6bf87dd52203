import type { deviceActivityApi, OutputOf } from '@netward/contract'

type Entry = OutputOf<typeof deviceActivityApi.pageTimeline>['items'][number]

interface TimelineRow {
  id: string
  at: string
  kind: string
  detail: Record<string, unknown>
  actor_name: string | null
  actor_company_name: string | null
}

/** What the trigger `device_timeline_describe` adds for template outcomes. */
interface TemplateDetail {
  templates?: { companyId: string; name: string; version: number; owner: string | null }[]
  drift?: { path: string; before: string | null; after: string | null; secret: boolean }[]
  changed?: number
}

/** As users of company `companyId` read it. */
export function presentEntry(row: TimelineRow, companyId: string): Entry {
  const { templates: _templates, drift: _drift, ...detail } = row.detail
  const { templates = [], drift, changed }: TemplateDetail = row.detail
  return {
    id: row.id,
    at: row.at,
    kind: row.kind,
    detail,
    actor: row.actor_name === null ? null : { name: row.actor_name, companyName: row.actor_company_name },
    templates: templates.map(({ name, version, owner, companyId: of }) => ({
      name,
      version,
      ownerName: owner,
      own: of === companyId,
    })),
    drift:
      drift === undefined
        ? null
        : {
            values: drift.map(({ path, before, after, secret }) => ({
              path,
              actual: before,
              desired: after,
              secret,
            })),
            total: changed ?? drift.length,
          },
  }
}
