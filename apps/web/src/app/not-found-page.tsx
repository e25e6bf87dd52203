import { CompassOutlined, SafetyOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useSession } from '../lib/session.ts'
import { State } from '../ui/state.tsx'
import { firstRoute } from './route-rules.ts'

export function NotFoundPage() {
  const { t } = useTranslation()
  const session = useSession()
  if (session !== null && firstRoute(session.permissions) === undefined) {
    return (
      <State
        page
        icon={<SafetyOutlined />}
        title={t('shell.nothingPermittedTitle')}
        hint={t('shell.nothingPermittedHint')}
      />
    )
  }
  return (
    <State
      page
      icon={<CompassOutlined />}
      title={t('shell.notFoundTitle')}
      hint={t('shell.notFoundHint')}
      action={<Link to="/">{t('shell.notFoundBack')}</Link>}
    />
  )
}
