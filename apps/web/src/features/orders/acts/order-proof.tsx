import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../lib/permissions.ts'
import { useProductStop } from '../../../lib/use-product-stop.ts'
import { AskAssistant } from '../../../ui/ask-assistant.tsx'
import { Panel } from '../../../ui/detail-page.tsx'
import { WhyButton } from '../../../ui/why-button.tsx'
import type { OrderDetail } from '../order.ts'
import { type Acts, proofsOf } from './acts.ts'
import { CheckDrawer } from './check-drawer.tsx'
import { LineTestDrawer } from './line-test-drawer.tsx'
import { ProofTable } from './proof-table.tsx'

const lineProducts = ['link_testing'] as const
const gatewayProducts = ['device_management'] as const

/** Link tests and gateway checks of the order, before the repair and after it, started here and kept with it. */
export function OrderProof({ order, acts }: { order: OrderDetail; acts: Acts }) {
  const { t } = useTranslation()
  const proofs = proofsOf(acts)
  return (
    <Panel
      title={t('orders.proof.title')}
      {...(proofs.length > 0 && {
        actions: (
          <AskAssistant
            recipe="compare_change"
            subject={{ kind: 'order', id: order.id }}
            name={`#${order.number}`}
            size="small"
          />
        ),
      })}
    >
      {/* Also of a resolved one: its solution is proved. */}
      {order.state !== 'closed' && order.state !== 'cancelled' && <Start order={order} acts={acts} />}
      {proofs.length === 0 ? (
        <span className="quiet">
          {t(acts.lines.length + acts.gateways.length === 0 ? 'orders.proof.nothing' : 'orders.proof.none')}
        </span>
      ) : (
        proofs.map((proof) => <ProofTable key={proof.key} proof={proof} />)
      )}
    </Panel>
  )
}

function Start({ order, acts }: { order: OrderDetail; acts: Acts }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'line' | 'gateway' | null>(null)
  const mayTest = useMay('DMS_SERVER_LINE_TEST')
  const mayCheck = useMay('DMS_SERVER_DEVICE_DIAGNOSE')
  const testStop = useProductStop(lineProducts)
  const checkStop = useProductStop(gatewayProducts)
  const close = () => setOpen(null)
  const { lines, gateways, lineTests, checks } = acts
  const shown = { order, onClose: close }
  return (
    <div className="proof-acts">
      {mayTest && lines.length > 0 && (
        <WhyButton
          reason={testStop === null ? null : t('orders.proof.noLinkTesting')}
          onClick={() => setOpen('line')}
        >
          {t('orders.proof.testLine')}
        </WhyButton>
      )}
      {mayCheck && gateways.length > 0 && (
        <WhyButton
          reason={checkStop === null ? null : t('orders.proof.noDevices')}
          onClick={() => setOpen('gateway')}
        >
          {t('orders.proof.checkGateway')}
        </WhyButton>
      )}
      <LineTestDrawer {...shown} lines={lines} made={lineTests} open={open === 'line'} />
      <CheckDrawer {...shown} gateways={gateways} made={checks} open={open === 'gateway'} />
    </div>
  )
}
