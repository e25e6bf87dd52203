import type { AssistantMessage } from '@netward/contract/conversations'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { AskForMore } from './ask-for-more.tsx'

/** Why there is no answer, and what to do. */
export function AnswerFailure({ message: { failure } }: { message: AssistantMessage }) {
  const { t } = useTranslation()
  const maySet = useMay('DMS_SERVER_SYSTEM_AI_SETTING')
  if (failure === null) return null
  const { reason, model, detail } = failure
  return (
    <div className="answer-failure" role="note">
      <p>{t(`conversations.failures.${reason}`)}</p>
      {model !== null && <p>{t(`assistant.failures.${model}`)}</p>}
      <p>{t(`conversations.remedies.${reason}`)}</p>
      {detail !== '' && <p className="quiet">{detail}</p>}
      {reason === 'budget' && <AskForMore />}
      {(reason === 'budget' || reason === 'model') && maySet && (
        <Link to={paths.aiManagement}>{t('shell.titles.aiManagement')}</Link>
      )}
    </div>
  )
}
