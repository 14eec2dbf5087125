/** Shows the cost and duration of a batch while the player types. */
import { resources } from '../../contract/vocabulary.ts';
import { countOf, group, lasting } from '../../shared-ui/numbers.ts';

/** The stock as the page shows it, which grows between refreshes. */
function maxQuantityOf({ dataset }: HTMLElement): number {
  const payable = resources.map((resource) => {
    const stock = Number(document.getElementById(`stock-${resource}`)?.textContent.replace(/\D/g, ''));
    return Math.floor(stock / Number(dataset[resource] ?? 0));
  });
  return Math.min(Number(dataset.housed), ...payable.filter((quantity) => !Number.isNaN(quantity)));
}

/** Unchanged text would be read out again. */
function write(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

function updateTotal(): void {
  const form = document.querySelector<HTMLFormElement>('form.train');
  const total = document.getElementById('train-total');
  const button = form?.querySelector<HTMLElement>('[type=submit]');
  if (!form || total === null || !button) return;
  const unit = form.querySelector<HTMLInputElement>('[name=unit_type]:checked')?.value ?? '';
  const typed = form.querySelector<HTMLInputElement>('#train-quantity')?.value.trim() ?? '';
  const unitRow = form.querySelector<HTMLElement>(`[data-unit="${unit}"]`);
  const max = unitRow === null ? 0 : maxQuantityOf(unitRow);
  const shown = unitRow?.querySelector('.most');
  if (shown) write(shown, group(max));
  form.querySelector<HTMLElement>('#train-quantity')?.setAttribute('data-max', String(max));
  const quantity = /^\d{1,4}$/.test(typed) ? Number(typed) : 0;
  if (unitRow === null || quantity === 0) {
    write(total, '');
    write(button, 'Train them');
    return;
  }
  const { dataset } = unitRow;
  const costs = resources.map((word) => `${group(Number(dataset[word]) * quantity)} ${word}`);
  const people = Number(dataset.people) * quantity;
  const duration = lasting(Number(dataset.ms) * quantity);
  write(total, `${costs.join(', ')}; ${group(people)} people, ready in ${duration}`);
  const name = (dataset.name ?? '').toLowerCase();
  write(button, `Train ${countOf(quantity, name)}`);
  const isBarred = dataset.reason !== undefined || quantity > max;
  button.classList.toggle('idle', isBarred);
  button.classList.toggle('go', !isBarred);
}

document.addEventListener('input', updateTotal);
document.addEventListener('refreshed', updateTotal);
setInterval(updateTotal, 1000);
updateTotal();
