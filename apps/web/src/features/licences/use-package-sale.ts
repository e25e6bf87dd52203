import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { afterPackage, type Package, usePackageName } from './package.ts'

/** Who may sell a package, and whether it is on sale; removals ask first. */
export function usePackageSale(): { retire: (sold: Package) => void; offer: (sold: Package) => void } {
  const { t } = useTranslation()
  const nameOf = usePackageName()
  const confirm = useConfirm()
  const retiring = useAct('POST /api/v1/package/:packageId/retire', { refresh: afterPackage })
  const offering = useAct('POST /api/v1/package/:packageId/offer', { refresh: afterPackage })
  const saved = async (change: Promise<null>) => {
    await change
    notify.success(t('licences.packages.saved'))
  }
  return {
    retire(sold) {
      const save = (retired: boolean) => saved(retiring.mutateAsync({ packageId: sold.id, retired }))
      if (sold.retiredAt !== null) {
        // The client has reported it.
        save(false).catch(() => undefined)
        return
      }
      void confirm({
        title: t('licences.packages.retireTitle', { name: nameOf(sold) }),
        text: t('licences.packages.retireText', { count: sold.holders }),
        action: t('licences.packages.retire'),
        act: () => save(true),
      })
    },
    offer(sold) {
      const words = sold.forMsps ? 'withhold' : 'offer'
      void confirm({
        title: t(`licences.packages.${words}Title`, { name: nameOf(sold) }),
        text: t(`licences.packages.${words}Text`),
        action: t(`licences.packages.${words}`),
        danger: sold.forMsps,
        act: () => saved(offering.mutateAsync({ packageId: sold.id, forMsps: !sold.forMsps })),
      })
    },
  }
}
