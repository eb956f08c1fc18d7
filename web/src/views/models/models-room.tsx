// "Models and modes": what this machine's App Server offers and what it lacks. Everything here is read; nothing is changed.
import type { JSX } from "solid-js";
import type { HostEntry } from "../../actions/contract.ts";
import { ProviderSection, RequirementsSection } from "./facts-sections.tsx";
import { FeaturesSection } from "./features-section.tsx";
import { ModelsSection } from "./models-section.tsx";
import { ModesSection } from "./modes-section.tsx";
import { ProfilesSection } from "./profiles-section.tsx";
import { ServerSection } from "./server-section.tsx";
import "./models.css";

export default function ModelsRoom(props: { entry: HostEntry }): JSX.Element {
  const session = () => props.entry.session;
  return (
    <div class="offers">
      <ServerSection session={session()} />
      <ModelsSection session={session()} />
      <ModesSection session={session()} />
      <ProfilesSection session={session()} />
      <ProviderSection session={session()} />
      <FeaturesSection session={session()} />
      <RequirementsSection session={session()} />
    </div>
  );
}
