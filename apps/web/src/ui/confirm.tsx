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
  /** Runs while the dialog is busy; the dialog stays open on failure. */
  readonly act?: () => Promise<unknown>
}

const shownNames = 8

/** Asks for confirmation; returns whether it was confirmed. */
export function useConfirm(): (question: Question) => Promise<boolean> {
  const { t } = useTranslation()
  const { modal } = App.useApp()
  return (question) =>
    new Promise((resolve) => {
      const { names = [], typed, danger = true } = question
      const locked = (text: string) => ({ danger, disabled: typed !== undefined && text.trim() !== typed })
      const dialog = modal.confirm({
        title: question.title,
        okText: question.action,
        cancelText: question.dismiss ?? t('common.cancel'),
        okButtonProps: locked(''),
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
            {typed !== undefined && (
              <label>
                {t('common.confirmTyped', { text: typed })}
                <Input
                  autoComplete="off"
                  onChange={(event) => dialog.update({ okButtonProps: locked(event.target.value) })}
                />
              </label>
            )}
          </div>
        ),
        // Not antd's promise: it would raise an already reported refusal as a page error.
        onOk(close: () => void) {
          const busy = (loading: boolean) =>
            dialog.update({ okButtonProps: { ...locked(typed ?? ''), loading } })
          const wanted = () => {
            resolve(true)
            close()
          }
          if (question.act === undefined) return wanted()
          busy(true)
          question.act().then(wanted, (error: unknown) => {
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
