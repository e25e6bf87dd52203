import { channelForms, type ChannelKind } from '@netward/contract/integration-values'
import { isSignOnKind, type SignOnKind } from '@netward/contract/sign-on-values'
import { useNavigate } from '@tanstack/react-router'
import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, reportError } from '../../lib/api-errors.ts'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { paths } from '../../lib/paths.ts'
import { useAct } from '../../lib/use-api.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { fieldPath } from '../../ui/field-path.ts'
import { useShownOnce } from '../../ui/shown-once.tsx'
import { afterChannels, type Channel, useFailureText } from './channel.ts'
import { type FormValues, sentOf, valuesOf } from './channel-values.ts'
import { MailFields } from './mail-fields.tsx'
import { RobotFields } from './robot-fields.tsx'
import { SmsFields } from './sms-fields.tsx'
import { ServiceAddresses } from './service-addresses.tsx'
import { SignOnFields } from './sign-on-fields.tsx'
import { useChannelTest } from './use-channel-test.ts'
import { WebhookFields } from './webhook-fields.tsx'

const sendingForm = (kind: Exclude<ChannelKind, SignOnKind>) => channelForms[kind]

const fieldsOf = { sms: SmsFields, mail: MailFields, robot: RobotFields, webhook: WebhookFields }

/** The settings of one channel; saving leads back to the list. */
export function ChannelForm({ kind, channel }: { kind: ChannelKind; channel: Channel | null }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const shownOnce = useShownOnce()
  const [form] = Form.useForm<FormValues>()
  const [busy, setBusy] = useState(false)
  const calls = { errors: 'caller', refresh: afterChannels } as const
  const add = useAct('POST /api/v1/integration', calls)
  const edit = useAct('PUT /api/v1/integration/:channelId', calls)
  const test = useChannelTest()
  const Fields = isSignOnKind(kind) ? null : fieldsOf[sendingForm(kind)]

  const showCallback = (address: string | null) => {
    if (address === null) return
    shownOnce({
      title: t('integrations.voice.callback'),
      values: [{ label: t('integrations.voice.callbackAddress'), value: address }],
      text: t('integrations.voice.callbackText'),
    })
  }

  const save = async (values: FormValues) => {
    setBusy(true)
    let made: string | null = null
    try {
      const input = sentOf(kind, values)
      if (channel === null) {
        const { id, madeSecret, madeCallback } = await add.mutateAsync(input)
        made = id
        showCallback(madeCallback)
        if (madeSecret !== null)
          shownOnce({
            title: t('integrations.webhook.madeTitle'),
            values: [{ label: t('integrations.webhook.secret'), value: madeSecret }],
            text: t('integrations.webhook.madeText'),
          })
      } else showCallback((await edit.mutateAsync({ channelId: channel.id, ...input })).madeCallback)
      notify.success(t('common.saved'))
      // The addresses of a new way in go to its service next.
      if (made !== null && isSignOnKind(kind) && kind !== 9)
        void navigate({ href: paths.integration(made, kind), replace: true })
      else void navigate({ to: paths.integrations })
    } catch (error) {
      if (!(error instanceof ApiError) || error.fields.length === 0) return reportError(error)
      form.setFields(
        error.fields.map(({ field, message }) => ({ name: fieldPath(field) as never, errors: [message] })),
      )
      form.scrollToField(fieldPath(error.fields[0]!.field), { focus: true })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Panel>
      {channel !== null && <FailureNote channel={channel} />}
      {channel?.destinationLocked === true && (
        <Alert
          type="info"
          showIcon
          className="integration-failure"
          title={t('integrations.destinationLocked')}
        />
      )}
      {channel?.signInLocked === true && (
        <Alert type="info" showIcon className="integration-failure" title={t('signOn.signInLocked')} />
      )}
      {channel?.secretEndsOn != null && <SecretEnd day={channel.secretEndsOn} />}
      {isSignOnKind(kind) && (
        <ServiceAddresses form={channelForms[kind]} addresses={channel?.addresses ?? null} />
      )}
      <Form
        form={form}
        disabled={channel?.signInLocked === true}
        layout="vertical"
        className="integration-form"
        initialValues={valuesOf(channel)}
        requiredMark
        scrollToFirstError={{ focus: true }}
        onFinish={(values) => void save(values)}
      >
        <Form.Item
          name="name"
          label={t('integrations.name')}
          rules={[{ required: true, whitespace: true, message: t('integrations.nameEmpty') }]}
        >
          <Input maxLength={100} autoComplete="off" />
        </Form.Item>
        {Fields === null ? (
          isSignOnKind(kind) && <SignOnFields form={channelForms[kind]} secrets={channel?.secrets ?? null} />
        ) : (
          <Fields
            secrets={channel?.secrets ?? null}
            inboxState={channel?.inboxState ?? null}
            channelId={channel?.id ?? null}
            hasCalls={channel?.sms?.voice != null}
            spent={channel?.spent ?? null}
          />
        )}
        <div className="integration-buttons">
          <Button type="primary" htmlType="submit" loading={busy}>
            {t('common.save')}
          </Button>
          <Button onClick={() => void navigate({ to: paths.integrations })}>{t('common.cancel')}</Button>
          {channel !== null && (
            <Button loading={test.isSending} onClick={() => void test.send(channel.id)}>
              {t(isSignOnKind(kind) ? 'signOn.test' : 'integrations.test')}
            </Button>
          )}
        </div>
        {channel !== null && !isSignOnKind(kind) && (
          <p className="integration-hint">{t('integrations.testHint')}</p>
        )}
      </Form>
    </Panel>
  )
}

/** A secret or certificate that ends within 30 days, or has ended. */
function SecretEnd({ day }: { day: string }) {
  const { t } = useTranslation()
  const [now] = useState(() => Date.now())
  const days = Math.floor((Date.parse(`${day}T00:00:00Z`) - now) / 86_400_000)
  if (days > 30) return null
  return (
    <Alert
      type={days < 0 ? 'error' : 'warning'}
      showIcon
      className="integration-failure"
      title={t(days < 0 ? 'signOn.secretEnded' : 'signOn.secretEnds', { day })}
    />
  )
}

function FailureNote({ channel: { failure, failingSince } }: { channel: Channel }) {
  const { t } = useTranslation()
  const format = useFormat()
  const failureText = useFailureText()
  if (failure === null || failingSince === null) return null
  const reason = failureText(failure) ?? ''
  return (
    <Alert
      type="error"
      showIcon
      className="integration-failure"
      title={t('integrations.failingSince', { since: format.dateTime(failingSince), reason })}
    />
  )
}
