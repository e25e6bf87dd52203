import { channelForms } from '@netward/contract/integration-values'
import { mostLine, mostSubject, noticeVariables } from '@netward/contract/notice-template-values'
import { Button, Dropdown, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, reportError } from '../../lib/api-errors.ts'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useRuleName } from '../../lib/use-rule-name.ts'
import type { TemplatePlace } from './template-page.tsx'

const templateList = 'GET /api/v1/notice/template'
const newest = { page: 1, pageSize: 10 } as const

interface Values {
  subject: string
  line: string
}

export function TemplateEditor(props: {
  place: TemplatePlace
  stored: { editedAt: string; editedBy: string } | null
  text: Values
}) {
  const { place, stored, text } = props
  const { t } = useTranslation()
  const format = useFormat()
  const [form] = Form.useForm<Values>()
  const [alarmId, setAlarmId] = useState<string | null>(null)
  const [shown, setShown] = useState<{ subject: string; text: string } | null>(null)
  const edit = useAct('PUT /api/v1/notice/template', { errors: 'caller', refresh: [templateList] })
  const reset = useAct('DELETE /api/v1/notice/template', { refresh: [templateList] })
  const preview = useAct('POST /api/v1/notice/template/preview', { errors: 'caller' })

  /** Runs an act on what is typed; what is wrong stands at its field. */
  const withTyped = async <Result,>(act: (values: Values) => Promise<Result>): Promise<Result | null> => {
    try {
      return await act(await form.validateFields())
    } catch (error) {
      if (error instanceof ApiError && error.fields.length > 0)
        form.setFields(
          error.fields.map(({ field, message }) => ({ name: field as 'line', errors: [message] })),
        )
      else if (error instanceof Error) reportError(error)
      return null
    }
  }
  const save = async () => {
    if ((await withTyped((values) => edit.mutateAsync({ ...place, ...values }).then(() => true))) !== null)
      notify.success(t('common.saved'))
  }
  const show = async () =>
    setShown(
      await withTyped((values) =>
        preview.mutateAsync({ ...place, ...values, ...(alarmId !== null && { alarmId }) }),
      ),
    )
  return (
    <div className="notice-template">
      <Form form={form} layout="vertical" initialValues={text} requiredMark={false}>
        <Form.Item
          name="subject"
          label={t('notices.templates.subject')}
          rules={[{ required: true, whitespace: true, message: t('notices.templates.empty') }]}
        >
          <Input.TextArea autoSize={{ minRows: 2 }} maxLength={mostSubject} spellCheck={false} />
        </Form.Item>
        <Form.Item
          name="line"
          label={t('notices.templates.line')}
          extra={t('notices.templates.lineHint')}
          rules={[{ required: true, whitespace: true, message: t('notices.templates.empty') }]}
        >
          <Input.TextArea autoSize={{ minRows: 4, maxRows: 12 }} maxLength={mostLine} spellCheck={false} />
        </Form.Item>
        <dl className="notice-template-names">
          {noticeVariables.map((name) => (
            <div key={name}>
              <dt>{`{{ ${name} }}`}</dt>
              <dd>{t(`notices.templates.variables.${name}`)}</dd>
            </div>
          ))}
        </dl>
        <div className="notice-template-acts">
          <Button type="primary" loading={edit.isPending} onClick={() => void save()}>
            {t('common.save')}
          </Button>
          {stored !== null && (
            <Button loading={reset.isPending} onClick={() => void reset.mutateAsync(place).catch(() => null)}>
              {t('notices.templates.reset')}
            </Button>
          )}
          <TestButton place={place} withTyped={withTyped} />
        </div>
        {stored !== null && (
          <p className="notice-hint">
            {t('notices.templates.editedBy', { by: stored.editedBy, at: format.dateTime(stored.editedAt) })}
          </p>
        )}
      </Form>
      <section aria-label={t('notices.templates.preview')} className="notice-template-preview">
        <div className="notice-template-acts">
          <AlarmChoice value={alarmId} onChange={setAlarmId} />
          <Button loading={preview.isPending} onClick={() => void show()}>
            {t('notices.templates.preview')}
          </Button>
        </div>
        {shown === null ? (
          <p className="notice-hint">{t('notices.templates.previewHint')}</p>
        ) : (
          <>
            <p className="notice-template-subject">{shown.subject}</p>
            <p className="notice-template-text">{shown.text}</p>
          </>
        )}
      </section>
    </div>
  )
}

/** A sample, or one of the latest alarms. */
function AlarmChoice({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const { t } = useTranslation()
  const ruleName = useRuleName()
  const mayView = useMay('DMS_SERVER_ALARM')
  const { data } = useApi('POST /monitor/api/v1/alarm/lists', newest, { enabled: mayView })
  return (
    <Select
      aria-label={t('notices.templates.alarm')}
      className="notice-template-alarm"
      value={value ?? ''}
      onChange={(id) => onChange(id === '' ? null : id)}
      options={[
        { value: '', label: t('notices.templates.sample') },
        ...(data?.items ?? []).map(({ id, subjectName, rule, ruleName: own }) => ({
          value: id,
          label: `${subjectName} · ${ruleName(rule, own)}`,
        })),
      ]}
    />
  )
}

/** Sends the text as it is typed by a channel of its kind. */
function TestButton(props: {
  place: TemplatePlace
  withTyped: <Result>(act: (values: Values) => Promise<Result>) => Promise<Result | null>
}) {
  const { place, withTyped } = props
  const { t } = useTranslation()
  const channels = useApi('GET /api/v1/notice/route/choices', {}).data?.channels ?? []
  const test = useAct('POST /api/v1/notice/template/test', { errors: 'caller' })
  const fitting = channels.filter(({ kind }) => channelForms[kind] === place.form)
  const send = async (channelId: string) => {
    const result = await withTyped((values) => test.mutateAsync({ ...place, ...values, channelId }))
    if (result === null) return
    const { failure, sentTo } = result
    if (failure === null)
      notify.success(
        sentTo === null ? t('integrations.testDone') : t('integrations.testDoneTo', { to: sentTo }),
      )
    else notify.error(`${t('integrations.testFailed')}: ${t(`integrations.failures.${failure.reason}`)}`)
  }
  return (
    <Dropdown
      disabled={fitting.length === 0}
      menu={{
        items: fitting.map(({ id, name }) => ({ key: id, label: name })),
        onClick: ({ key }) => void send(key),
      }}
    >
      <Button loading={test.isPending} title={fitting.length === 0 ? t('notices.templates.noChannel') : ''}>
        {t('integrations.test')}
      </Button>
    </Dropdown>
  )
}
