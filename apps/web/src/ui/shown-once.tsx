import { Alert, App } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyText } from './copy-text.tsx'
import './shown-once.css'

export interface ShownOnce {
  readonly title: string
  /** What is handed over: named values, each with a button that copies it. */
  readonly values: readonly { readonly label: string; readonly value: string }[]
  /** Of the values, to be scanned. */
  readonly picture?: ReactNode
  /** What the recipient does with them. */
  readonly text: string
}

/** Shows what is answered a single time and stored nowhere; the dialog closes by its button alone. */
export function useShownOnce(): (shown: ShownOnce) => void {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  return ({ title, values, picture, text }) =>
    void modal.success({
      title,
      width: 520,
      okText: t('common.shownOnceDone'),
      keyboard: false,
      content: (
        <div className="shown-once">
          <dl>
            {values.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <CopyText text={value} />
                </dd>
              </div>
            ))}
          </dl>
          {picture}
          <p>{text}</p>
          <Alert type="warning" showIcon title={t('common.shownOnce')} />
        </div>
      ),
    })
}
