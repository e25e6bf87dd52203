import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { afterMove, type Credential, type ImportDetail, isOpen } from './zabbix.ts'
import '../../ui/plain-table.css'

const portion = 40

/** One row for each different set of credentials in the file; their secrets are never shown. */
export function CredentialTable({ found }: { found: ImportDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [shown, setShown] = useState(portion)
  const { credentials } = found
  if (credentials.length === 0) return <p className="zabbix-hint">{t('zabbix.noCredentials')}</p>
  return (
    <>
      <p className="zabbix-hint">
        {t(found.mayCreateCredentials ? 'zabbix.credentialsHint' : 'zabbix.credentialsDenied')}
      </p>
      <div className="plain-table-frame">
        <table className="plain-table">
          <thead>
            <tr>
              <th>{t('zabbix.credential')}</th>
              <th>{t('zabbix.hosts')}</th>
              <th>{t('zabbix.use')}</th>
            </tr>
          </thead>
          <tbody>
            {credentials.slice(0, shown).map((credential) => (
              <tr key={credential.n}>
                <td data-label={t('zabbix.credential')}>
                  <Described credential={credential} />
                </td>
                <td data-label={t('zabbix.hosts')}>{format.number(credential.hosts)}</td>
                <td data-label={t('zabbix.use')}>
                  {isOpen(found) ? (
                    <Decision credential={credential} found={found} />
                  ) : (
                    <span>
                      {credential.action === 'none'
                        ? t('zabbix.actions.none')
                        : (credential.credentialName ?? credential.name)}
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {credentials.length > shown && (
        <Button type="link" onClick={() => setShown(shown + portion * 5)}>
          {t('zabbix.more', { count: credentials.length - shown })}
        </Button>
      )}
    </>
  )
}

function Described({ credential }: { credential: Credential }) {
  const { t } = useTranslation()
  const { version, userName, auth, privacy, macros, problems } = credential
  const protocols = [
    ...(auth === null ? [] : [t(`monitoring.credentials.authProtocols.${auth}`)]),
    ...(privacy === null ? [] : [t(`monitoring.credentials.privacyProtocols.${privacy}`)]),
  ]
  return (
    <div className="zabbix-credential">
      <span>
        {[t(`monitoring.credentials.versions.${version}`), userName, ...protocols]
          .filter((part) => part !== '')
          .join(' · ')}
      </span>
      {macros.length > 0 && <span className="mono">{macros.join(', ')}</span>}
      {problems.map((problem) => (
        <span key={problem} className="zabbix-problem">
          {problem}
        </span>
      ))}
    </div>
  )
}

const secretLabels = {
  community: 'monitoring.credentials.community',
  authPassphrase: 'monitoring.credentials.authPassphrase',
  privacyPassphrase: 'monitoring.credentials.privacyPassphrase',
} as const

function Decision({ credential, found }: { credential: Credential; found: ImportDetail }) {
  const { t } = useTranslation()
  const decide = useAct('PUT /monitor/api/v1/zabbix/import/:importId', { refresh: afterMove })
  const [action, setAction] = useState(credential.action)
  const [name, setName] = useState(credential.name)
  const [secrets, setSecrets] = useState<Partial<Record<keyof typeof secretLabels, string>>>({})
  const { n, missing } = credential
  const of = { name: credential.name }
  const save = (part: { action: Credential['action']; credentialId?: string; name?: string }) =>
    decide.mutate(
      { importId: found.id, credentials: [{ n, ...part, ...(part.action === 'create' && secrets) }] },
      {
        onSuccess: () => {
          setSecrets({})
          notify.success(t('zabbix.saved'))
        },
      },
    )
  const offered = found.mayCreateCredentials
    ? (['create', 'existing', 'none'] as const)
    : (['existing', 'none'] as const)
  return (
    <div className="zabbix-decision">
      <Select
        value={action}
        aria-label={t('zabbix.useOf', of)}
        options={offered.map((value) => ({ value, label: t(`zabbix.actions.${value}`) }))}
        onChange={(chosen) => {
          setAction(chosen)
          if (chosen === 'none' || (chosen === 'create' && missing.length === 0)) save({ action: chosen })
        }}
      />
      {action === 'existing' && (
        <ExistingSet
          value={credential.credentialId}
          label={t('zabbix.setOf', of)}
          onChange={(credentialId) => save({ action: 'existing', credentialId })}
        />
      )}
      {action === 'create' && (
        <>
          <Input
            value={name}
            maxLength={100}
            aria-label={t('zabbix.nameOf', of)}
            onChange={(event) => setName(event.target.value)}
          />
          {missing.map((secret) => (
            <Input.Password
              key={secret}
              autoComplete="new-password"
              placeholder={t(secretLabels[secret])}
              aria-label={`${t(secretLabels[secret])} ${credential.name}`}
              value={secrets[secret] ?? ''}
              onChange={(event) => setSecrets({ ...secrets, [secret]: event.target.value })}
            />
          ))}
          <Button
            type={missing.length > 0 ? 'primary' : 'default'}
            loading={decide.isPending}
            disabled={name.trim() === '' || missing.some((secret) => (secrets[secret] ?? '') === '')}
            onClick={() => save({ action: 'create', name: name.trim() })}
          >
            {t('common.save')}
          </Button>
        </>
      )}
    </div>
  )
}

function ExistingSet({
  value,
  label,
  onChange,
}: {
  value: string | null
  label: string
  onChange: (credentialId: string) => void
}) {
  const { t } = useTranslation()
  const sets = useApi('GET /monitor/api/v1/snmp/credential/choices', {}).data ?? []
  return (
    <Select
      value={value}
      aria-label={label}
      placeholder={t('common.pleaseSelect')}
      showSearch={{ optionFilterProp: 'label' }}
      options={sets.map(({ id, name, version }) => ({
        value: id,
        label: `${name} · ${t(`monitoring.credentials.versions.${version}`)}`,
      }))}
      onChange={(chosen: string | null) => {
        if (chosen !== null) onChange(chosen)
      }}
    />
  )
}
