import { App, Button, Drawer, Form, type FormInstance, Tooltip } from 'antd'
import { type ReactNode, useCallback, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, reportError } from '../lib/api-errors.ts'
import { fieldPath } from './field-path.ts'
import './form-drawer.css'

const none: readonly string[] = []

export interface FormDrawerProps<Values extends object> {
  readonly title: string
  readonly open: boolean
  readonly onClose: () => void
  /** The drawer is hidden and the focus restored. */
  readonly onGone?: () => void
  /** Initial field values. */
  readonly initialValues: Values
  /**
   * Saves; the drawer closes when it resolves. An ApiError's fields are shown on the fields of the same
   * names.
   */
  readonly onSubmit: (values: Values) => Promise<unknown>
  /** The name of a form field from that of the endpoint's input field, where they differ. */
  readonly fieldOf?: (field: string) => string
  /** `Form.Item`s; each `name` is the endpoint's input field. */
  readonly children: ReactNode | ((form: FormInstance<Values>) => ReactNode)
  readonly submitText?: string
  /** Success message; false if the caller reports success itself. */
  readonly savedText?: string | false
  readonly width?: number
  /** Why submitting is disabled; shown on the button. */
  readonly blocked?: string | undefined
  /** Submitting is destructive. */
  readonly danger?: boolean
}

/** A form in a side drawer. Closing with unsaved changes asks first. */
export function FormDrawer<Values extends object>(props: FormDrawerProps<Values>) {
  // Each opening has a new form: nothing of the last edited item remains.
  const [round, setRound] = useState({ number: 0, used: false })
  const [wasOpen, setWasOpen] = useState(false)
  if (wasOpen !== props.open) {
    setWasOpen(props.open)
    // Also when it opens while the last one is still closing.
    if (props.open) setRound({ number: round.used ? round.number + 1 : round.number, used: true })
  }
  const onClosed = () => {
    setRound(({ number }) => ({ number: number + 1, used: false }))
    props.onGone?.()
  }
  return <DrawerOfOneRound key={round.number} {...props} onClosed={onClosed} />
}

function DrawerOfOneRound<Values extends object>(props: FormDrawerProps<Values> & { onClosed: () => void }) {
  const { t } = useTranslation()
  const { message, modal } = App.useApp()
  const [form] = Form.useForm<Values>()
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<readonly string[]>(none)
  const formId = useId()
  const { open, initialValues, onClose } = props

  const submit = async (values: Values) => {
    setBusy(true)
    forgetRefused()
    try {
      await props.onSubmit(values)
      if (props.savedText !== false) void message.success(props.savedText ?? t('common.saved'))
      onClose()
    } catch (error) {
      if (error instanceof ApiError && error.fields.length > 0) showFields(error)
      else reportError(error)
    } finally {
      setBusy(false)
    }
  }

  const forgetProblems = useCallback(() => setProblems(none), [])

  /** A field without rules would keep its previous error. */
  const forgetRefused = () => {
    forgetProblems()
    const refused = form.getFieldsError().filter(({ errors }) => errors.length > 0)
    form.setFields(refused.map(({ name }) => ({ name: name as never, errors: [] })))
  }

  const showFields = (error: ApiError) => {
    const known = (field: string) => form.getFieldInstance(fieldPath(field)) !== undefined
    const fields = error.fields.map((one) => ({ ...one, field: props.fieldOf?.(one.field) ?? one.field }))
    for (const { field, message: text } of fields) {
      form.setFields([{ name: fieldPath(field) as never, errors: [text] }])
    }
    const [first] = fields
    if (first !== undefined && known(first.field)) form.scrollToField(fieldPath(first.field), { focus: true })
    // Errors for fields that this form does not have must still be shown.
    const elsewhere = fields.filter(({ field }) => !known(field))
    setProblems([
      t('common.saveFailed'),
      ...(elsewhere.length > 0 ? [t('common.fieldError')] : []),
      ...elsewhere.map(({ field, message: text }) => `${field}: ${text}`),
    ])
  }

  const leave = () => {
    if (!form.isFieldsTouched() || busy) {
      if (!busy) onClose()
      return
    }
    modal.confirm({
      title: t('common.discardTitle'),
      content: t('common.discardHint'),
      okText: t('common.discard'),
      okButtonProps: { danger: true },
      cancelText: t('common.keepEditing'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: onClose,
    })
  }

  return (
    <Drawer
      title={props.title}
      open={open}
      onClose={leave}
      size={props.width ?? 480}
      className="form-drawer"
      afterOpenChange={(nowOpen) => {
        if (nowOpen) focusFirstField(document.getElementById(formId))
        else props.onClosed()
      }}
      footer={
        // Visible at any scroll position, and no field moves when it disappears.
        <>
          {problems.length > 0 && (
            <div className="form-drawer-problem" role="alert">
              {problems.map((problem) => (
                <p key={problem}>{problem}</p>
              ))}
            </div>
          )}
          <div className="form-drawer-footer">
            <Button onClick={leave}>{t('common.cancel')}</Button>
            <Tooltip title={props.blocked}>
              <Button
                type="primary"
                danger={props.danger === true}
                htmlType="submit"
                form={formId}
                loading={busy}
                disabled={props.blocked !== undefined}
              >
                {props.submitText ?? t('common.save')}
              </Button>
            </Tooltip>
          </div>
        </>
      }
    >
      <Form
        id={formId}
        form={form}
        layout="vertical"
        initialValues={initialValues}
        requiredMark
        scrollToFirstError={{ focus: true }}
        onFinish={(values: Values) => void submit(values)}
        onFinishFailed={() => setProblems([t('common.saveFailed')])}
      >
        {typeof props.children === 'function' ? props.children(form) : props.children}
        <ChangeWatch form={form} onChange={forgetProblems} />
      </Form>
    </Drawer>
  )
}

/** Also covers values set by a button beside a field, which `onValuesChange` does not. */
function ChangeWatch<Values extends object>(props: {
  form: FormInstance<Values>
  onChange: (values: unknown) => void
}) {
  const values = Form.useWatch([], props.form)
  const { onChange } = props
  useEffect(() => onChange(values), [values, onChange])
  return null
}

/** Focuses the first field, unless that opens a keyboard over half of the screen. */
function focusFirstField(form: HTMLElement | null): void {
  const drawer = form?.closest('[role="dialog"]')
  if (form === null || drawer?.contains(document.activeElement) === true) return
  if (window.matchMedia('(pointer: coarse)').matches) return
  const field = form.querySelector<HTMLElement>(
    ':is(input:not([type="radio"]), input:checked, textarea):not(:disabled)',
  )
  field?.focus()
}
