import { CheckOutlined, LogoutOutlined, SettingOutlined } from '@ant-design/icons'
import { Dropdown, type MenuProps } from 'antd'
import { useTranslation } from 'react-i18next'
import { countDrafts, wipeDrafts } from '../../features/orders/drafts/drafts.ts'
import { api } from '../../lib/api-client.ts'
import { leaveTo, useSession } from '../../lib/session.ts'
import { useApi } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { switchCompany } from '../scope.ts'

const identityKeys = {
  1: 'shell.identity1',
  2: 'shell.identity2',
  3: 'shell.identity3',
  4: 'shell.identity4',
} as const

function identityKey(identity: number) {
  return identity === 1 || identity === 2 || identity === 3 ? identityKeys[identity] : identityKeys[4]
}

/** What the phone keeps of the person ends with the session, so they are asked. */
function useSignOut(): () => Promise<void> {
  const { t } = useTranslation()
  const confirm = useConfirm()
  return async () => {
    const count = await countDrafts()
    const question = {
      title: t('drafts.leaveTitle', { count }),
      text: t('drafts.leaveText'),
      action: t('drafts.leave'),
    }
    if (count > 0 && !(await confirm(question))) return
    await wipeDrafts()
    await signOut()
  }
}

async function signOut(): Promise<void> {
  try {
    await api('POST /api/v1/auth/logout', {}, { errors: 'caller', timeoutMs: 5_000 })
  } catch {
    // The session ends here in any case; on the server, its own limits end it.
  }
  leaveTo('/login')
}

/** With `onSettings`, opens the settings panel, whose button is hidden. */
export function PersonMenu({ onSettings }: { onSettings: (() => void) | null }) {
  const { t } = useTranslation()
  const session = useSession()
  const leave = useSignOut()
  const companies = useApi('GET /api/v1/auth/user/companies', {}, { staleTime: 300_000 })
  if (session === null) return null
  const { user, identity } = session
  const others = companies.data ?? []
  const items: MenuProps['items'] = [
    {
      key: 'person',
      type: 'group',
      label: (
        <div className="person-card">
          <strong>{user.displayName}</strong>
          <span>{user.userName}</span>
          <span>{t(identityKey(identity))}</span>
        </div>
      ),
    },
    ...(others.length > 1
      ? [
          {
            key: 'companies',
            type: 'group' as const,
            label: t('shell.companies'),
            children: others.map((company) => ({
              key: `company-${company.companyId}`,
              label: company.name,
              disabled: company.status !== 'active',
              icon:
                company.companyId === user.companyId ? (
                  <CheckOutlined />
                ) : (
                  <span className="person-no-icon" />
                ),
              onClick: () => switchCompany(company.companyId),
            })),
          },
        ]
      : []),
    { type: 'divider' },
    ...(onSettings === null
      ? []
      : [
          {
            key: 'settings',
            label: t('shell.settings.title'),
            icon: <SettingOutlined />,
            onClick: onSettings,
          },
        ]),
    { key: 'sign-out', label: t('shell.signOut'), icon: <LogoutOutlined />, onClick: () => void leave() },
  ]
  return (
    <Dropdown trigger={['click']} menu={{ items }} placement="bottomRight">
      <button type="button" className="person">
        <span className="visually-hidden">{t('shell.personMenu')}</span>
        <span className="person-initial" aria-hidden="true">
          {String.fromCodePoint(user.displayName.codePointAt(0) ?? 63).toUpperCase()}
        </span>
        <span className="person-names">
          <strong>{user.displayName}</strong>
          <small>{user.companyName}</small>
        </span>
      </button>
    </Dropdown>
  )
}
