import { type ProductMove, productMoveNames, productMoveRefusal } from '@netward/contract/states/product'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useLanguage } from '../../lib/preferences.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { afterChange, nameIn, type Product } from './product.ts'

const words = {
  publish: { title: 'products.publishTitle', text: 'products.publishText', done: 'products.published' },
  exitMaintenance: { title: 'products.exitTitle', text: 'products.exitText', done: 'products.exited' },
  deactivate: {
    title: 'products.deactivateTitle',
    text: 'products.deactivateText',
    done: 'products.deactivated',
  },
  delete: { title: 'products.deleteTitle', text: 'products.deleteText', done: 'products.deleted' },
} as const

/**
 * The actions on a product, each with its confirmation (none: a form does it); those not allowed in its state
 * have the reason.
 */
export function useProductMoves(
  product: Product,
  onGone: () => void,
): { move: ProductMove; danger: boolean; reason: string | null; ask: (() => void) | null }[] {
  const { t } = useTranslation()
  const language = useLanguage()
  const confirm = useConfirm()
  const act = useAct('POST /api/v1/product/:productId/move', { refresh: afterChange })
  const ask = (move: keyof typeof words) => () =>
    void confirm({
      title: t(words[move].title, { name: nameIn(language, product) }),
      text: t(words[move].text, { count: product.applications }),
      action: t(`products.${move}`),
      danger: move === 'deactivate' || move === 'delete',
      act: async () => {
        const { state } = await act.mutateAsync({ productId: product.id, move })
        if (state === 'abnormal') notify.error(t('products.publishFailed'))
        else notify.success(t(words[move].done))
        if (move === 'delete') onGone()
      },
    })
  return productMoveNames.map((move) => {
    const refusal = productMoveRefusal(product, move)
    return {
      move,
      danger: move === 'deactivate' || move === 'delete',
      reason: refusal === null ? null : t(`products.refusal.${refusal}`),
      ask: move === 'enterMaintenance' ? null : ask(move),
    }
  })
}
