import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { RowLink } from '../../ui/row-link.tsx'
import { type AuditEntry, isRecord } from './audit-entry.ts'
import { useAuditWords } from './audit-words.ts'

/** Where an object of a kind is seen, and who may: pages of its own, or the list that it stands in. */
const pages: Readonly<Record<string, { code: string; path: (id: string) => string } | undefined>> = {
  device: { code: 'DMS_SERVER_DEVICE_VIEW', path: paths.smartCpe },
  outlet: { code: 'DMS_SERVER_OUTLET_VIEW', path: paths.outlet },
  company: { code: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT', path: paths.tenant },
  member: { code: 'DMS_SERVER_AUTH_MANAGE_ORG_STRUCT', path: () => paths.organisationStructure },
  person: { code: 'DMS_SERVER_AUTH_MANAGE_ORG_STRUCT', path: () => paths.organisationStructure },
  department: { code: 'DMS_SERVER_AUTH_MANAGE_ORG_STRUCT', path: () => paths.organisationStructure },
  role: { code: 'DMS_SERVER_AUTH_MANAGE_ROLE', path: () => paths.roles },
  registration: {
    code: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_REGISTRATION',
    path: () => paths.registrations,
  },
  pre_registration: { code: 'DMS_SERVER_DEVICE_PRE_REGISTER', path: () => paths.preRegistration },
}

const nameKeys = ['name', 'displayName', 'companyName', 'userName'] as const

/** What was acted on: its name where the entry has one, and the way to it where there is one. */
export function AuditObject({ entry }: { entry: AuditEntry }) {
  const words = useAuditWords()
  const session = useSession()
  const { subjectKind, subjectId, detail, actorName } = entry
  if (subjectKind === null) return '—'
  // A person is the subject of what they do with their own account.
  const own = subjectKind === 'person' ? actorName : null
  const named = [detail, detail['after'], detail['before']]
    .flatMap((part) => nameKeys.map((key) => (isRecord(part) ? part[key] : undefined)))
    .find((value) => typeof value === 'string')
  const text = [words.kind(subjectKind), named ?? own ?? subjectId].filter((part) => part !== null).join(' ')
  const page = pages[subjectKind]
  // One's own company is no tenant of one's own.
  const ownCompany = subjectKind === 'company' && subjectId === session?.user.companyId
  if (page === undefined || subjectId === null || ownCompany || session?.permissions.has(page.code) !== true)
    return text
  return <RowLink to={page.path(subjectId)}>{text}</RowLink>
}
