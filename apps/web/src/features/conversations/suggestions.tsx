import { RobotOutlined } from '@ant-design/icons'
import type { Recipe, ReferenceKind } from '@netward/contract/conversation-values'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import type { AskedSubject } from '../../lib/assistant.ts'
import { useMay } from '../../lib/permissions.ts'

/** What is asked most about each kind of thing. */
const recipesOf: Partial<Record<ReferenceKind, readonly Recipe[]>> = {
  outlet: ['check_outlet', 'what_changed'],
  device: ['check_device', 'what_changed'],
  gateway: ['check_device', 'what_changed'],
  line: ['compare_change', 'isp_complaint'],
  alarm: ['explain_alarm', 'what_changed'],
  order: ['summarise_order', 'compare_change'],
}

/** Begins a conversation with questions that fit the screen. */
export function Suggestions(props: {
  subject: AskedSubject | null
  /** Its name here. */
  name: string
  onAsk: (question: string, recipe: Recipe) => void
  onWrite: (recipe: Recipe) => void
}) {
  const { t } = useTranslation()
  const mayTemplates = useMay('DMS_SERVER_DEVICE_TEMPLATE_EDIT')
  const own = (props.subject !== null && recipesOf[props.subject.kind]) || []
  return (
    <section className="suggestions" aria-label={t('conversations.suggestions')}>
      <RobotOutlined aria-hidden="true" />
      <h3>{t('conversations.welcome')}</h3>
      <p className="quiet">{t('conversations.welcomeHint')}</p>
      {own.map((recipe) => (
        <Suggestion key={recipe} recipe={recipe} about={props.name} onAsk={props.onAsk} />
      ))}
      <Suggestion recipe="weekly_summary" about={null} onAsk={props.onAsk} />
      {mayTemplates && (
        <Button onClick={() => props.onWrite('write_template')}>
          {t('conversations.recipes.write_template')}
        </Button>
      )}
    </section>
  )
}

function Suggestion(props: {
  recipe: Recipe
  about: string | null
  onAsk: (question: string, recipe: Recipe) => void
}) {
  const { t } = useTranslation()
  const { recipe, about, onAsk } = props
  const text = t(`conversations.recipes.${recipe}`)
  const question = about === null ? text : t('conversations.askedAbout', { question: text, name: about })
  return <Button onClick={() => onAsk(question, recipe)}>{text}</Button>
}
