import { useTranslation } from 'react-i18next'
import { sessionStore } from '../../lib/session.ts'
import { useAct } from '../../lib/use-api.ts'
import { useRoleName } from '../../lib/use-role-name.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { Panel } from '../../ui/detail-page.tsx'
import { NameForm } from '../../ui/name-form.tsx'
import { type Account, accountEndpoint } from './account.ts'

export function ProfileSection({ account }: { account: Account }) {
  const { t } = useTranslation()
  return (
    <Panel title={t('account.profile')}>
      <div className="account-profile">
        <div>
          <div className="account-given">
            <span>{t('account.userName')}</span>
            <CopyText text={account.userName} />
          </div>
          <OwnName key={account.displayName} name={account.displayName} />
        </div>
        <Companies companies={account.companies} />
      </div>
    </Panel>
  )
}

function OwnName({ name }: { name: string }) {
  const { t } = useTranslation()
  const save = useAct('PUT /api/v1/auth/account', { refresh: [accountEndpoint], errors: 'caller' })
  return (
    <NameForm
      label={t('account.displayName')}
      hint={t('account.displayNameHint')}
      empty={t('account.displayNameEmpty')}
      name={name}
      autoComplete="name"
      onSave={async (displayName) => {
        await save.mutateAsync({ displayName })
        // The console's header shows it too.
        sessionStore.update((session) =>
          session === null
            ? null
            : { ...session, user: { ...session.user, displayName: displayName.trim() } },
        )
      }}
    />
  )
}

function Companies({ companies }: Pick<Account, 'companies'>) {
  const { t } = useTranslation()
  const nameOf = useRoleName()
  return (
    <div className="account-companies">
      <h3>{t('account.companies')}</h3>
      <ul>
        {companies.map(({ companyId, name, roles, department }) => (
          <li key={companyId}>
            <strong>{name}</strong>
            <span className="quiet">
              {roles.length === 0 ? t('account.noRole') : roles.map(nameOf).join(' · ')}
              {' — '}
              {department ?? t('account.noDepartment')}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
