import { RobotOutlined } from '@ant-design/icons'
import type { Recipe } from '@netward/contract/conversation-values'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { askAssistant, type AskedSubject, useMayAsk } from '../lib/assistant.ts'

/** Asks the assistant a ready-made question; nothing for those who may not ask it. */
export function AskAssistant(props: {
  recipe: Recipe
  subject: AskedSubject | null
  /** Its name here, for the question. */
  name?: string
  size?: 'small' | 'middle'
}) {
  const { t } = useTranslation()
  const { recipe, subject, name } = props
  if (!useMayAsk()) return null
  const question = t(`conversations.recipes.${recipe}`)
  return (
    <Button
      icon={<RobotOutlined aria-hidden="true" />}
      {...(props.size === 'small' && { size: 'small' })}
      onClick={() =>
        askAssistant({
          recipe,
          subject,
          // A template is written from the person's own words.
          question:
            recipe === 'write_template'
              ? null
              : name === undefined
                ? question
                : t('conversations.askedAbout', { question, name }),
        })
      }
    >
      {question}
    </Button>
  )
}
