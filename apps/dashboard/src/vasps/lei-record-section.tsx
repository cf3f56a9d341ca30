import type { VaspDetailFragment } from '../api/operations.generated.ts'
import { useLanguage } from '../language/language.tsx'
import { Fact } from '../ui/fact.tsx'
import { ServiceText } from '../ui/service-text.tsx'

/** The LEI register's record of a VASP, and its age. */
export function LeiRecordSection({ record }: { readonly record: NonNullable<VaspDetailFragment['leiRecord']> }) {
  const { t, formats } = useLanguage()
  const words = t.vasps.leiRecord
  const { legalName, country, entityStatus, registrationStatus, nextRenewalAt, retrievedAt, problem } = record
  return (
    <section className="card" aria-labelledby="lei-record">
      <h2 id="lei-record">{words.title}</h2>
      {retrievedAt === null ? (
        <p className="soft">{words.missing}</p>
      ) : (
        <dl className="facts">
          <Fact label={words.legalName}>{legalName && <bdi>{legalName}</bdi>}</Fact>
          <Fact label={words.country}>{country && <bdi>{country}</bdi>}</Fact>
          <Fact label={words.entity}>{entityStatus && <bdi>{entityStatus}</bdi>}</Fact>
          <Fact label={words.registration}>{registrationStatus && <bdi>{registrationStatus}</bdi>}</Fact>
          <Fact label={words.renewal}>{nextRenewalAt && formats.dateTime(nextRenewalAt)}</Fact>
          <Fact label={words.retrieved}>{formats.dateTime(retrievedAt)}</Fact>
        </dl>
      )}
      {problem && (
        <p className="field-problem">
          {words.stale} <ServiceText text={problem} />
        </p>
      )}
    </section>
  )
}
