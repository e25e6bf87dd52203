import { type PermissionCode, permissionCodes } from '@netward/contract/permissions'
import type { EndpointOutput } from '@netward/contract'
import { Alert, Drawer, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../lib/use-api.ts'
import { ErrorState, LoadingState } from './states.tsx'
import { StatusTag } from './status-tag.tsx'
import './why-drawer.css'

export interface RequestedMember {
  readonly memberId: string
  readonly displayName: string
}

type Why = EndpointOutput<'POST /api/v1/auth/role/why'>

interface Props {
  /** Null: the user is selected here. */
  readonly member: RequestedMember | null
  readonly open: boolean
  readonly onClose: () => void
}

/** Why a user can or cannot do something: the role that grants it, or what is missing. */
export function WhyDrawer({ member, open, onClose }: Props) {
  const { t } = useTranslation()
  // Keeps its content while it slides out.
  const [last, setLast] = useState(member)
  if (open && member !== last) setLast(member)
  return (
    <Drawer title={t('roles.whyTitle')} open={open} onClose={onClose} size={480} destroyOnHidden>
      <Question key={last?.memberId ?? ''} given={last} />
    </Drawer>
  )
}

function Question({ given }: { given: RequestedMember | null }) {
  const { t } = useTranslation()
  const [member, setMember] = useState(given)
  const [code, setCode] = useState<PermissionCode | null>(null)
  return (
    <div className="why">
      <label>
        <span>{t('roles.whyMember')}</span>
        {given === null ? (
          <MemberSelect value={member} onChange={setMember} />
        ) : (
          <strong>{given.displayName}</strong>
        )}
      </label>
      <label>
        <span>{t('roles.whyAction')}</span>
        <Select
          showSearch={{ optionFilterProp: 'search' }}
          aria-label={t('roles.whyAction')}
          placeholder={t('roles.whyActionPlaceholder')}
          value={code}
          onChange={setCode}
          options={permissionCodes.map((value) => {
            const name = t(`permissions.codes.${value}.name`)
            return {
              value,
              label: name,
              search: `${name} ${t(`permissions.codes.${value}.allows`)} ${value}`,
            }
          })}
        />
      </label>
      {member === null || code === null ? (
        <p className="quiet">{t('roles.whyAsk')}</p>
      ) : (
        <Answer member={member} code={code} />
      )}
    </div>
  )
}

function MemberSelect(props: {
  value: RequestedMember | null
  onChange: (member: RequestedMember | null) => void
}) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search.trim())
  const { data } = useApi('POST /api/v1/auth/role/members', { search: wanted }, { keepPrevious: true })
  const known = new Map(
    [...(data?.items ?? []), ...(props.value === null ? [] : [props.value])].map((one) => [
      one.memberId,
      one,
    ]),
  )
  return (
    <Select
      showSearch={{ filterOption: false, onSearch: setSearch }}
      aria-label={t('roles.whyMember')}
      placeholder={t('roles.whyMemberPlaceholder')}
      value={props.value?.memberId ?? null}
      onChange={(memberId) => props.onChange(known.get(memberId) ?? null)}
      options={[...known.values()].map((one) => ({ value: one.memberId, label: one.displayName }))}
    />
  )
}

function Answer({ member, code }: { member: RequestedMember; code: PermissionCode }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useApi(
    'POST /api/v1/auth/role/why',
    { memberId: member.memberId, code },
    { staleTime: 0 },
  )
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <LoadingState />
  const { allowed, roles, missing, others, acting } = data
  return (
    <div className="why-answer" aria-live="polite">
      <Alert
        type={allowed ? 'success' : 'warning'}
        showIcon
        title={t(allowed ? 'roles.whyYes' : 'roles.whyNo', { name: member.displayName })}
        description={t(`permissions.codes.${code}.allows`)}
      />
      {missing.length > 0 && (
        <section>
          <h3>{t('roles.whyMissing')}</h3>
          <ul>
            {missing.map((reason) => (
              <li key={reason}>{t(`roles.whyMissings.${reason}`)}</li>
            ))}
          </ul>
        </section>
      )}
      {roles.length > 0 && (
        <section>
          <h3>{t('roles.whyGives')}</h3>
          <ul>
            {roles.map((role) => (
              <li key={role.role}>
                {role.name}
                <small className="quiet">
                  {role.dataScope === 'outlets'
                    ? t('roles.scopeOutlets', { count: role.outlets })
                    : t(`roles.scopes.${role.dataScope}`)}
                  {role.publishedBy !== null && ` · ${t('roles.publishedBy', { company: role.publishedBy })}`}
                </small>
              </li>
            ))}
          </ul>
        </section>
      )}
      {others.length > 0 && (
        <section>
          <h3>{t('roles.whyOthers')}</h3>
          <ul>
            {others.map((role) => (
              <li key={role.role}>{role.name}</li>
            ))}
          </ul>
        </section>
      )}
      {acting.length > 0 && <ActingAnswer acting={acting} />}
    </div>
  )
}

function ActingAnswer({ acting }: { acting: Why['acting'] }) {
  const { t } = useTranslation()
  return (
    <section>
      <h3>{t('roles.whyActing')}</h3>
      <ul>
        {acting.map(({ companyName, limit }) => (
          <li key={`${companyName} ${limit}`} className="why-acting">
            <span>{companyName}</span>
            <StatusTag tone={limit === null ? 'ok' : 'off'}>
              {limit === null ? t('roles.whyActingYes') : t(`roles.whyLimits.${limit}`)}
            </StatusTag>
          </li>
        ))}
      </ul>
    </section>
  )
}
