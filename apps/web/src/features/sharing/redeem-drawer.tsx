import { Alert, Form, Input } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { Facts } from '../../ui/detail-page.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { afterRedeemed, sharedStockList, type Terms } from './sharing.ts'
import './sharing.css'
import { useTermsFacts } from './terms-facts.tsx'

interface Values {
  secret: string
}

/** Shows what a key says, and redeems it on the second step. */
export function RedeemDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const facts = useTermsFacts()
  const [terms, setTerms] = useState<{ secret: string; terms: Terms } | null>(null)
  return terms === null ? (
    <Look open={open} onClose={onClose} onTerms={setTerms} />
  ) : (
    <Confirm
      open={open}
      secret={terms.secret}
      onClose={() => {
        setTerms(null)
        onClose()
      }}
      facts={<Facts facts={[{ label: t('sharing.name'), value: terms.terms.name }, ...facts(terms.terms)]} />}
      companyName={terms.terms.companyName}
    />
  )
}

function Look(props: {
  open: boolean
  onClose: () => void
  onTerms: (terms: { secret: string; terms: Terms }) => void
}) {
  const { t } = useTranslation()
  const look = useAct('POST /api/v1/work/sharing/look', { errors: 'caller' })
  // The drawer closes itself once its form is sent: then the terms follow.
  const found = useRef<{ secret: string; terms: Terms } | null>(null)
  return (
    <FormDrawer<Values>
      title={t('sharing.redeemTitle')}
      open={props.open}
      onClose={() => (found.current === null ? props.onClose() : props.onTerms(found.current))}
      initialValues={{ secret: '' }}
      savedText={false}
      submitText={t('sharing.check')}
      onSubmit={async ({ secret }) => {
        found.current = { secret, terms: await look.mutateAsync({ secret }) }
      }}
    >
      <Form.Item
        name="secret"
        label={t('sharing.secret')}
        extra={t('sharing.secretHint')}
        rules={[{ required: true, whitespace: true, message: t('sharing.secretEmpty') }]}
      >
        <Input maxLength={200} autoComplete="off" />
      </Form.Item>
    </FormDrawer>
  )
}

function Confirm(props: {
  open: boolean
  secret: string
  companyName: string
  facts: ReactNode
  onClose: () => void
}) {
  const { t } = useTranslation()
  const redeem = useAct('POST /api/v1/work/sharing/redeemed', {
    errors: 'caller',
    refresh: [...afterRedeemed, sharedStockList],
  })
  return (
    <FormDrawer<object>
      title={t('sharing.checkTitle')}
      open={props.open}
      onClose={props.onClose}
      initialValues={{}}
      submitText={t('sharing.redeem')}
      onSubmit={() => redeem.mutateAsync({ secret: props.secret })}
    >
      <Alert type="info" showIcon title={t('sharing.origin', { company: props.companyName })} />
      <div className="sharing-terms">{props.facts}</div>
    </FormDrawer>
  )
}
