import type { gatewaySettingApi, OutputOf } from '@netward/contract'
import { settingFields, settingSections } from '@netward/contract/gateway-setting-values'
import { faultPhraseKey, fieldAt } from '@netward/cwmp'
import type { PhraseKey } from '@netward/phrases/server'
import type { RequestContext } from '../../platform/http/context.ts'
import type { CommandRequests } from '../devices/index.ts'
import type { KnownGateway } from './known-gateway.ts'
import type { ChangeRow } from './setting.repo.ts'

type Change = OutputOf<typeof gatewaySettingApi.getGatewayChange>
type Request = CommandRequests['change_settings']
type Refused = Change['refused'][number]

/** The result of a change, with the gateway's faults at the fields that people wrote. */
export function presentChange(ctx: RequestContext, known: KnownGateway | null, row: ChangeRow): Change {
  const request = row.request as unknown as Request
  const result = (row.result ?? {}) as {
    parameters?: { path: string; code: string; text: string }[]
    later?: boolean
  }
  const text = (code: string) => ctx.phrase(`faults.${faultPhraseKey(code)}` as PhraseKey)
  return {
    commandId: row.id,
    state: row.state,
    createdAt: row.created_at,
    createdByName: row.created_by_name,
    finishedAt: row.finished_at,
    expiresAt: row.expires_at,
    asked: request.asked.flatMap(({ act, section, instance, label, fields }) => {
      const named = sectionNamed(section)
      return named === null
        ? []
        : [{ act, section: named, instance, label, fields: fields.flatMap(fieldsNamed) }]
    }),
    appliesLater: result.later === true,
    fault:
      row.fault_code === null
        ? null
        : { code: row.fault_code, text: text(row.fault_code), detail: row.fault_detail ?? '' },
    refused: (result.parameters ?? [])
      .filter(({ path }) => path !== '')
      .map(({ path, code, text: detail }) => ({
        ...placeOf(known, request, path),
        path,
        code,
        text: text(code),
        detail,
      })),
  }
}

const sectionNamed = (name: string) => settingSections.find((section) => section === name) ?? null
const fieldsNamed = (name: string) => settingFields.filter((field) => field === name)

/** A refused new object no longer exists: its path yields the table and the name. */
function placeOf(
  known: KnownGateway | null,
  request: Request,
  path: string,
): Pick<Refused, 'section' | 'instance' | 'field'> {
  for (const { section, instance = null, table, values } of request.objects) {
    if (!path.startsWith(table)) continue
    const name = path.slice(table.length).replace(/^\d+\./, '')
    const value = values.find((one) => one.name === name)
    if (value === undefined || !isNew(request, path)) continue
    return {
      section: sectionNamed(section),
      instance,
      field: fieldsNamed(value.field ?? '')[0] ?? null,
    }
  }
  const sections = settingSections.filter((section) => request.asked.some((one) => one.section === section))
  const place = known === null ? null : fieldAt(known.tree, sections, path)
  return place ?? { section: null, instance: null, field: null }
}

const isNew = ({ values }: Request, path: string) => !values.some((value) => value.path === path)
