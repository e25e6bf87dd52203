import { BugOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../lib/api-errors.ts'
import { State } from './state.tsx'
import { ErrorState } from './states.tsx'

/** Replaces a screen that crashed; the rest of the console continues to work. */
export function UnexpectedState({ error, reset }: { error: unknown; reset: () => void }) {
  const { t } = useTranslation()
  if (error instanceof ApiError) return <ErrorState error={error} onRetry={reset} />
  return (
    <State
      alert
      icon={<BugOutlined />}
      title={t('common.unexpectedTitle')}
      hint={t('common.unexpectedHint')}
      action={
        <Button type="primary" onClick={() => window.location.reload()}>
          {t('common.reloadPage')}
        </Button>
      }
    />
  )
}
