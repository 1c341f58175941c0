<?php
// The proxy with a clock that the test moves: PHP prefers a function in the proxy's namespace to its own time().
namespace SuitabilityProxy;

function time(): int
{
    return (int) file_get_contents(getenv('CLOCK_FILE'));
}

require __DIR__ . '/../../../../examples/proxies/suitability-proxy.php';
