import { App, Input } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../lib/api-errors.ts'
import './confirm.css'

export interface Question {
  /** What will be done, and to how many: "Reboot 12 gateways?" */
  readonly title: string
  /** What follows from it. */
  readonly text?: ReactNode
  /** The things concerned, by name; the first of them are shown. */
  readonly names?: readonly string[]
  /** The verb again, on the button. */
  readonly action: string
  readonly danger?: boolean
  /** The way out, where "Cancel" could mean what is asked. */
  readonly dismiss?: string
  /** Has to be typed before the button works. */
  readonly typed?: string
  /** Runs while the dialog shows that it is busy; it stays open when this fails. */
  readonly act?: () => Promise<unknown>
}

const shownNames = 8

/** Asks, and answers whether it was wanted. */
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
        // Not a promise of antd's: it would leave a refusal, which the person has been told, as an error of the page.
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
      // It is about the page that it was asked on.
      const leave = () => {
        dialog.destroy()
        resolve(false)
      }
      window.addEventListener('popstate', leave)
    })
}
