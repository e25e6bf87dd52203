import type { EndpointOutput } from '@netward/contract'
import type { SmsProvider, SmsTemplateState } from '@netward/contract/integration-values'
import { AutoComplete, Button, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import { useFailureText } from './channel.ts'

const lookUp = 'POST /api/v1/integration/:channelId/sms-templates'
type Template = EndpointOutput<typeof lookUp>['templates'][number]

const tones: Record<SmsTemplateState, StatusTone> = { approved: 'ok', pending: 'waiting', refused: 'bad' }

/** The code of a template; those that the vendor knows can be chosen, with what it says of them. */
export function TemplateField({ channelId, provider }: { channelId: string | null; provider: SmsProvider }) {
  const { t } = useTranslation()
  const failureText = useFailureText()
  const [templates, setTemplates] = useState<readonly Template[]>([])
  const read = useAct(lookUp, {})
  const code: unknown = Form.useWatch(['sms', 'templateCode'], Form.useFormInstance())
  const chosen = templates.find((one) => one.code === code)
  const refresh = async (id: string) => {
    const answer = await read.mutateAsync({ channelId: id }).catch(() => null)
    if (answer === null) return
    setTemplates(answer.templates)
    const reason = failureText(answer.failure)
    if (reason !== null) notify.error(t('integrations.sms.templates.failed', { reason }))
    else if (!answer.supported) notify.info(t('integrations.sms.templates.unsupported'))
    else if (answer.templates.length === 0) notify.info(t('integrations.sms.templates.none'))
  }
  return (
    <>
      <Form.Item
        name={['sms', 'templateCode']}
        label={t('integrations.sms.templateCode')}
        extra={
          <>
            {t('integrations.sms.templateHint')}
            {provider === 'huawei' && <div>{t('integrations.sms.templates.unsupported')}</div>}
          </>
        }
        rules={[{ required: true, whitespace: true, message: t('integrations.required') }]}
      >
        <AutoComplete
          maxLength={200}
          options={templates.map(({ code: value, name, state }) => ({
            value,
            label: (
              <span className="integration-template">
                {`${value} ${name}`}
                <StatusTag tone={tones[state]}>{t(`integrations.sms.templates.states.${state}`)}</StatusTag>
              </span>
            ),
          }))}
        />
      </Form.Item>
      {chosen !== undefined && (
        <div className="integration-chosen">
          <StatusTag tone={tones[chosen.state]}>
            {t(`integrations.sms.templates.states.${chosen.state}`)}
          </StatusTag>
          <p>{t('integrations.sms.templates.content', { content: chosen.content })}</p>
          {chosen.reason !== '' && <p>{t('integrations.sms.templates.reason', { reason: chosen.reason })}</p>}
        </div>
      )}
      {channelId !== null && provider !== 'huawei' && (
        <Form.Item extra={t('integrations.sms.templates.refreshHint')}>
          <Button loading={read.isPending} onClick={() => void refresh(channelId)}>
            {t('integrations.sms.templates.refresh')}
          </Button>
        </Form.Item>
      )}
    </>
  )
}
