import { App, Input } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../lib/api-errors.ts'
import './confirm.css'

export interface Question {
  /** The action and its extent: "Reboot 12 gateways?" */
  readonly title: string
  /** The consequences. */
  readonly text?: ReactNode
  /** The affected items by name; only the first are shown. */
  readonly names?: readonly string[]
  /** The verb again, for the button. */
  readonly action: string
  readonly danger?: boolean
  /** Label of the cancel button, where "Cancel" could mean the action itself. */
  readonly dismiss?: string
  /** Must be typed to enable the button. */
  readonly typed?: string
  /** Asks why; `needed`: enables the button only with a reason. */
  readonly reason?: 'optional' | 'needed'
  /** Runs while the dialog is busy; the dialog stays open on failure. */
  readonly act?: (reason: string) => Promise<unknown>
}

const shownNames = 8
const leastReason = 4

/** Asks for confirmation; returns whether it was confirmed. */
export function useConfirm(): (question: Question) => Promise<boolean> {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  return (question) =>
    new Promise((resolve) => {
      const { names = [], typed, reason, danger = true } = question
      const given = { typed: '', reason: '' }
      const locked = () => ({
        danger,
        disabled:
          (typed !== undefined && given.typed.trim() !== typed) ||
          (reason === 'needed' && given.reason.trim().length < leastReason),
      })
      const give = (what: Partial<typeof given>) => {
        Object.assign(given, what)
        dialog.update({ okButtonProps: locked() })
      }
      const dialog = modal.confirm({
        title: question.title,
        okText: question.action,
        cancelText: question.dismiss ?? t('common.cancel'),
        okButtonProps: locked(),
        focusable: { autoFocusButton: danger ? 'cancel' : 'ok' },
        width: 440,
        content: (
          <div className="confirm-body">
            {question.text !== undefined && <div>{question.text}</div>}
            {names.length > 0 && (
              <ul>
                {names.slice(0, shownNames).map((name) => (
                  <li key={name}>{name}</li>
                ))}
                {names.length > shownNames && (
                  <li>{t('common.andMore', { count: names.length - shownNames })}</li>
                )}
              </ul>
            )}
            {reason !== undefined && (
              <label>
                {t(reason === 'needed' ? 'common.reasonNeeded' : 'common.reason')}
                <Input.TextArea
                  autoSize={{ minRows: 1, maxRows: 4 }}
                  maxLength={500}
                  onChange={(event) => give({ reason: event.target.value })}
                />
              </label>
            )}
            {typed !== undefined && (
              <label>
                {t('common.confirmTyped', { text: typed })}
                <Input autoComplete="off" onChange={(event) => give({ typed: event.target.value })} />
              </label>
            )}
          </div>
        ),
        // Not antd's promise: it would raise an already reported refusal as a page error.
        onOk(close: () => void) {
          const busy = (loading: boolean) => dialog.update({ okButtonProps: { ...locked(), loading } })
          const wanted = () => {
            resolve(true)
            close()
          }
          if (question.act === undefined) return wanted()
          busy(true)
          question.act(given.reason.trim()).then(wanted, (error: unknown) => {
            busy(false)
            if (!(error instanceof ApiError)) throw error
          })
        },
        onCancel: () => resolve(false),
        afterClose: () => window.removeEventListener('popstate', leave),
      })
      // The dialog belongs to the page that opened it.
      const leave = () => {
        dialog.destroy()
        resolve(false)
      }
      window.addEventListener('popstate', leave)
    })
}
