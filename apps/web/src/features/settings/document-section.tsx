import type { EndpointOutput } from '@netward/contract'
import { documentKinds, documentLength, type DocumentKind } from '@netward/contract/document-values'
import { Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Panel } from '../../ui/detail-page.tsx'
import { PendingState } from '../../ui/states.tsx'

const endpoint = 'GET /api/v1/settings/platform/documents'
type PlatformDocument = EndpointOutput<typeof endpoint>[number]

interface Values {
  readonly zh: string
  readonly en: string
}

/** Terms of use and privacy policy, which people accept by version. */
export function DocumentSection() {
  const { t } = useTranslation()
  const read = useApi(endpoint, {})
  const { data } = read
  return (
    <Panel title={t('settings.documents')}>
      <p className="quiet">{t('settings.documentsHint')}</p>
      {data === undefined ? (
        <PendingState read={read} rows={4} />
      ) : (
        documentKinds.map((kind) => {
          const document = data.find((one) => one.kind === kind)
          return <DocumentForm key={`${kind} ${document?.version ?? 0}`} kind={kind} document={document} />
        })
      )}
    </Panel>
  )
}

function DocumentForm({ kind, document }: { kind: DocumentKind; document: PlatformDocument | undefined }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [form] = Form.useForm<Values>()
  const wanted = Form.useWatch([], form) as Values | undefined
  const confirm = useConfirm()
  const publish = useAct('PUT /api/v1/settings/platform/documents/:kind', { refresh: [endpoint] })
  const name = t(`settings.documentKinds.${kind}`)
  const before = { zh: document?.zh ?? '', en: document?.en ?? '' }
  const zh = (wanted?.zh ?? before.zh).trim()
  const en = (wanted?.en ?? before.en).trim()
  const isSame = zh === before.zh && en === before.en
  const withdraws = zh === '' && en === ''
  const submit = () =>
    confirm({
      title: t(withdraws ? 'settings.documentWithdrawTitle' : 'settings.documentPublishTitle', { name }),
      text: t(withdraws ? 'settings.documentWithdrawText' : 'settings.documentPublishText'),
      action: t(withdraws ? 'settings.documentWithdraw' : 'settings.documentPublish'),
      danger: withdraws,
      act: async () => {
        const { version } = await publish.mutateAsync({ kind, zh, en })
        notify.success(t('settings.documentPublished', { version }))
      },
    })
  return (
    <Form
      form={form}
      layout="vertical"
      initialValues={before}
      className="settings-fields settings-platform"
      onFinish={() => void submit()}
    >
      <fieldset className="settings-group">
        <legend>{name}</legend>
        <p className="quiet">
          {document === undefined
            ? t('settings.documentNone')
            : t('settings.documentVersion', {
                version: document.version,
                name: document.publishedBy,
                at: format.dateTime(document.publishedAt),
              })}
        </p>
        {(['zh', 'en'] as const).map((language) => (
          <Form.Item
            key={language}
            name={language}
            label={t(language === 'zh' ? 'settings.documentZh' : 'settings.documentEn')}
            rules={[{ max: documentLength, message: t('validation.tooLong', { max: documentLength }) }]}
          >
            <Input.TextArea
              aria-label={`${name} ${t(language === 'zh' ? 'settings.documentZh' : 'settings.documentEn')}`}
              autoSize={{ minRows: 2, maxRows: 12 }}
              placeholder={t('settings.documentPlaceholder')}
            />
          </Form.Item>
        ))}
        <div>
          <Button
            htmlType="submit"
            disabled={isSame}
            loading={publish.isPending}
            aria-label={`${t('settings.documentPublish')} ${name}`}
          >
            {t(withdraws && !isSame ? 'settings.documentWithdraw' : 'settings.documentPublish')}
          </Button>
        </div>
      </fieldset>
    </Form>
  )
}
